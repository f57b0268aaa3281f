<?php
function pay() { throw new RuntimeException("declined: 3"); }
error_log("a message");
trigger_error("careful", E_USER_WARNING);
$x = []; $y = $x["nokey"];
try { pay(); } catch (RuntimeException $e) { throw new LogicException("outer", 0, $e); }
