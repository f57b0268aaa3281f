#!/bin/sh
# Makes the fixtures of logs of text, each by its own producer: run by hand, never by a test.
#   apt-get install rsyslog nginx-light ruby nodejs; a JDK, Python, Rust and Swift. $1: an empty folder.
# Versions: rsyslog 8.2302, logger 2.38 (util-linux), nginx 1.22.1, Ruby 3.1, Python 3.11.7, OpenJDK 17.0.15, Swift 6.3.1,
# swift-log 1.16.2, Node.js 20.20.2, Rust 1.95.0.
set -eu
cd "$1"
mkdir -p out

cat > rsyslog.conf <<END
module(load="imuxsock" SysSock.Use="off")
input(type="imuxsock" Socket="$1/log.sock")
*.* action(type="omfile" file="$1/out/rsyslog-traditional.log" template="RSYSLOG_TraditionalFileFormat")
*.* action(type="omfile" file="$1/out/rsyslog-file.log" template="RSYSLOG_FileFormat")
*.* action(type="omfile" file="$1/out/rsyslog-5424.log" template="RSYSLOG_SyslogProtocol23Format")
END
rsyslogd -n -f rsyslog.conf -i "$1/rsyslog.pid" &
sleep 2
logger -u "$1/log.sock" -p user.info -t pay -i "started"
logger -u "$1/log.sock" -s -p user.err -t pay -i "error: charge failed: upstream timed out" 2> out/logger.log
logger -u "$1/log.sock" -p local4.warning -t pay "slow answer"
sleep 1
kill $!
logger -s --no-act --rfc5424 -p local4.warning -t pay --msgid ID7 --sd-id zoo@123 --sd-param 'tiger="hungry"' \
  "slow answer" 2> out/logger-5424.log || true

cat > nginx.conf <<END
pid $1/nginx.pid; error_log $1/out/nginx-error.log info; worker_processes 1; daemon off; master_process off;
events { worker_connections 16; }
http {
  access_log $1/out/nginx-access.log combined;
  client_body_temp_path $1/cb; proxy_temp_path $1/pt; fastcgi_temp_path $1/ft; uwsgi_temp_path $1/ut; scgi_temp_path $1/st;
  server {
    listen 127.0.0.1:18763; server_name shop.example; root $1/none;
    location /pay { proxy_pass http://127.0.0.1:9; }
    location / { return 200 "ok"; }
    location /gone { }
  }
}
END
nginx -c "$1/nginx.conf" &
sleep 1
for path in / "/pay?order=42" /gone/x; do curl -s -o /dev/null -H 'Host: shop.example' "http://127.0.0.1:18763$path"; done
kill $!

cat > r.rb <<'END'
require "logger"
log = Logger.new($stdout, progname: "shop")
log.info("started")
begin
  raise ArgumentError, "upstream timed out"
rescue => error
  log.error(error)
end
log.warn { "slow answer" }
END
ruby r.rb > out/ruby.log

cat > t2.py <<'END'
import logging, sys
class Timeout(ConnectionError): pass
def fail():
    try: {}["user"]
    except KeyError as error: raise Timeout("upstream timed out") from error
if len(sys.argv) > 1:
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, **({"format": sys.argv[1]} if sys.argv[1] != "basic" else {}))
    log = logging.getLogger("shop.pay")
    log.info("started")
    try: fail()
    except Timeout: log.exception("charge failed")
    log.warning("slow answer")
else:
    fail()
END
python3 t2.py basic > out/python-basic.log
python3 t2.py '%(asctime)s - %(name)s - %(levelname)s - %(message)s' > out/python-text.log
python3 t2.py 2> out/python-trace.log || true

cat > Main.java <<'END'
public class Main {
  static class Timeout extends RuntimeException { Timeout(String m, Throwable c) { super(m, c); } }
  static void charge() {
    try { Object o = null; o.hashCode(); } catch (NullPointerException e) { throw new Timeout("upstream timed out", e); }
  }
  public static void main(String[] a) { charge(); }
}
END
javac Main.java
java -cp . Main 2> out/java-trace.log || true

cat > Suppressed.java <<'END'
public class Suppressed {
    static class Account implements AutoCloseable {
        public void close() throws Exception {
            throw new java.io.IOException("close failed", new java.net.ConnectException("of the suppressed"));
        }
    }
    static void charge() {
        try (Account account = new Account()) {
            throw new IllegalStateException("charge failed", new java.sql.SQLException("no answer"));
        } catch (IllegalStateException failure) { throw failure; } catch (Exception other) { }
    }
    public static void main(String[] arguments) {
        try { charge(); } catch (Exception failure) { failure.printStackTrace(); }
        throw new IllegalArgumentException("uncaught", new NumberFormatException("bad"));
    }
}
END
javac Suppressed.java
java -cp . Suppressed 2> out/java-suppressed.log || true

cat > group.py <<'END'
import sys

def charge(order):
    raise ValueError(f"no order {order}")

def fails(order):
    try:
        charge(order)
    except ValueError as error:
        return error

try:
    try:
        {}["user"]
    except KeyError as error:
        raise TimeoutError("upstream timed out") from error
except TimeoutError as error:
    late = error
groups = ExceptionGroup("charges failed", [fails(1), ExceptionGroup("late", [late, OSError(2, "No such file")])])
if sys.argv[1] == "handled":
    try:
        raise groups
    except ExceptionGroup as error:
        raise RuntimeError("nothing was charged") from error
raise groups
END
python3 group.py bare 2> out/python-group.log || true
python3 group.py handled 2>> out/python-group.log || true

cat > trace.js <<'END'
function charge() { throw new TypeError("no order", { cause: new RangeError("order 42 is gone") }); }
for (const attempt of [
  () => { try { charge(); } catch (error) { throw new Error("charge failed", { cause: error }); } },
  () => require("fs").openSync(undefined),
]) {
  try { attempt(); } catch (error) { console.error(error); }
}
END
node trace.js 2> out/node-trace.log

cat > panic.rs <<'END'
fn main() {
    let _ = std::thread::Builder::new().name("pay".into()).spawn(|| panic!("charge failed: {}", 42)).unwrap().join();
    let order: Result<u8, String> = Err("no order".into());
    order.unwrap();
}
END
rustc -o panic panic.rs
./panic 2> out/rust-panic.log || true

cat > crash.swift <<'END'
func charge(_ items: [Int], _ place: Int) -> Int { items[place] }
print(charge([1], CommandLine.arguments.count + 3))
END
swiftc -Onone crash.swift -o crash
SWIFT_BACKTRACE=enable=yes,color=no,interactive=no ./crash 2> out/swift-crash.log || true

# A package that depends on https://github.com/apple/swift-log from 1.16.0, with one executable:
#   LoggingSystem.bootstrap(StreamLogHandler.standardOutput)
#   let logger = Logger(label: "com.shop.pay")
#   logger.info("started", metadata: ["port": "8080"])
#   logger.error("charge failed", error: Timeout(), metadata: ["order": "42"])
#   logger.warning("slow answer", metadata: ["seconds": "3.5"])
# swift run slog > out/swift-log-text.log
