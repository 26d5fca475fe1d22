"""Makes sure that the browser tests find a Chromium: one that is there, Debian's when root, else Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def main() -> int:
    if os.environ.get("CHROMIUM") or any(map(shutil.which, NAMES)):
        return 0
    if shutil.which("apt-get") and os.geteuid() == 0:
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        subprocess.run(["apt-get", "update", "-q"], check=True, stdout=subprocess.DEVNULL)
        return subprocess.run(["apt-get", "install", "-q", "-y", "chromium"], stdout=subprocess.DEVNULL).returncode
    return subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"]).returncode


if __name__ == "__main__":
    sys.exit(main())
