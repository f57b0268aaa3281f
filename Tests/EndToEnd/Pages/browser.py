"""Chromium without a window, driven over its debugging pipe with nothing but Python's standard library."""
import base64, json, os, pathlib, select, shutil, subprocess, tempfile


def program():
    """Chromium, by whichever name it goes here, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None


class Browser:
    """One browser with one page; every message, fault and request of the page is kept."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="errctl-pages-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        # The browser reads descriptor 3 and writes 4.
        shell = ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "bash"]
        self.process = subprocess.Popen(
            shell + [program(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--force-color-profile=srgb", "--disable-dev-shm-usage",
             f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.next = 0
        self.session = None
        self.faults = []  # console errors, policy violations, exceptions
        self.requests = []  # what was fetched beside the page itself
        self.loaded = False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility", "Audits"):
            self.call(f"{domain}.enable")

    def close(self):
        try:
            os.close(self.write_end)
            self.process.terminate()
            self.process.wait(10)
        finally:
            os.close(self.read_end)
            shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        while b"\0" not in self.buffer:
            if not select.select([self.read_end], [], [], 60)[0]:
                raise TimeoutError("the browser says nothing for a minute")
            data = os.read(self.read_end, 1 << 20)
            if not data:
                raise EOFError("the browser has ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.next += 1
        number = self.next
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.hear(answer)

    def hear(self, event):
        method, params = event.get("method"), event.get("params", {})
        if method == "Log.entryAdded":
            self.faults.append(params["entry"].get("text", ""))
        elif method == "Runtime.exceptionThrown":
            self.faults.append(json.dumps(params["exceptionDetails"])[:400])
        elif method == "Runtime.consoleAPICalled":
            self.faults.append(json.dumps(params.get("args"))[:400])
        elif method == "Audits.issueAdded":
            self.faults.append(json.dumps(params["issue"])[:400])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Page.javascriptDialogOpening":
            self.faults.append("a dialog: " + params.get("message", ""))
            os.write(self.write_end, json.dumps(
                {"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": False}, "sessionId": self.session}
            ).encode() + b"\0")

    def open(self, path, width=1280, height=900, dark=False, scripts=True):
        """Shows a file, and waits until all of it is there."""
        self.faults, self.requests, self.loaded = [], [], False
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        while not self.loaded:
            self.hear(self.message())

    def run(self, script):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    def press(self, key, code=None, text=None):
        """A key as a person presses it."""
        keys = {"Tab": 9, "Enter": 13, " ": 32}
        shared = {"key": key, "code": code or key, "windowsVirtualKeyCode": keys.get(key, ord(key[0].upper()))}
        typed = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else None)
        self.call("Input.dispatchKeyEvent", type="keyDown", **shared, **({"text": typed} if typed else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    def picture(self, path, whole=True):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))


if __name__ == "__main__":  # browser.py PAGE FOLDER: pictures to look at
    import sys

    browser = Browser()
    page, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, options in (("desktop", {}), ("phone", {"width": 390, "height": 844}), ("dark", {"dark": True}),
                          ("phone-dark", {"width": 390, "height": 844, "dark": True})):
        browser.open(page, **options)
        browser.picture(folder / f"{name}-first.png", whole=False)
        browser.call("Emulation.setDeviceMetricsOverride", width=options.get("width", 1280),
                     height=min(12000, browser.run("document.documentElement.scrollHeight")), deviceScaleFactor=1, mobile=False)
        browser.picture(folder / f"{name}.png", whole=False)
        print(name, "scroll width", browser.run("document.documentElement.scrollWidth"), browser.faults, browser.requests)
    browser.close()
