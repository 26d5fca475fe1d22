"""Makes sure that the browser tests find a Chromium (one that is there, Debian's when root, else Playwright's own) and
axe-core, which looks for what shuts people out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


AXE = "axe-core@4.10.3"
FOLDER = Path(__file__).parents[1] / ".venv" / "axe"


def main() -> int:
    return axe() or chromium()


def axe() -> int:
    if (FOLDER / "node_modules" / "axe-core" / "axe.min.js").exists():
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm")
    if npm is None:
        print("The browser tests need npm (Node.js) for axe-core.", file=sys.stderr)
        return 1
    command = [
        npm,
        "install",
        "--no-save",
        "--no-package-lock",
        "--no-audit",
        "--no-fund",
        "--prefix",
        str(FOLDER),
        AXE,
    ]
    return subprocess.run(command, stdout=subprocess.DEVNULL).returncode


def chromium() -> int:
    if os.environ.get("CHROMIUM") or any(map(shutil.which, NAMES)):
        return 0
    if shutil.which("apt-get") and os.geteuid() == 0:
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        subprocess.run(["apt-get", "update", "-q"], check=True, stdout=subprocess.DEVNULL)
        return subprocess.run(["apt-get", "install", "-q", "-y", "chromium"], stdout=subprocess.DEVNULL).returncode
    return subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"]).returncode


if __name__ == "__main__":
    sys.exit(main())
