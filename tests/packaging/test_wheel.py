"""The wheel and the sdist, built and used outside the checkout. ``-m package`` runs these tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.package


class Distributions(NamedTuple):
    """The files that a release would publish."""

    wheel: Path
    sdist: Path


class Installation(NamedTuple):
    """An environment that has the wheel, and a folder elsewhere in which its commands run."""

    folder: Path
    elsewhere: Path

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        program = self.folder / "bin" / words[0]
        return subprocess.run(
            [program, *words[1:]],
            cwd=self.elsewhere,
            env={**self.environment(), **more},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def environment(self) -> dict[str, str]:
        """Return the variables that a program needs, and none that leads back to the checkout."""
        kept = {
            name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR", "SYSTEMROOT") if name in os.environ
        }
        return {**kept, "HOME": str(self.elsewhere), "XDG_CONFIG_HOME": str(self.elsewhere / "config")}

    def newswire(self) -> Path:
        (sample,) = self.folder.glob("lib/python*/site-packages/coala/_sample_graphs/newswire")
        return sample


def build(source: Path, target: str, folder: Path) -> Path:
    """Build a wheel or an sdist with the build backend of ``pyproject.toml``."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder], cwd=source, check=True
    )
    (built,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """Build the sdist, and from what it holds the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    sdist = build(ROOT, "sdist", folder)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return Distributions(build(folder / sdist.name.removesuffix(".tar.gz"), "wheel", folder), sdist)


@pytest.fixture(scope="module")
def installation(distributions: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Install the wheel into a new environment; it borrows the libraries of this one."""
    folder = tmp_path_factory.mktemp("installation")
    environment, elsewhere = folder / "environment", folder / "elsewhere"
    elsewhere.mkdir()
    venv.create(environment)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    wanted = ["--quiet", "--no-deps", "--no-index", str(distributions.wheel)]
    subprocess.run([*pip, "install", *wanted], cwd=elsewhere, check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    borrowed = [entry for entry in sys.path if entry.endswith("site-packages")]
    (packages / "borrowed.pth").write_text("".join(f"{entry}\n" for entry in borrowed), encoding="utf-8")
    return Installation(environment, elsewhere)


def test_wheel_holds_the_program_and_neither_tests_nor_benchmarks(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as wheel:
        names = wheel.namelist()
    tops = {name.split("/")[0].partition("-")[0] for name in names}
    assert tops == {"coala", "coala_review"}
    assert [name for name in names if "test" in name.lower() or "benchmarks/" in name] == []
    assert [name for name in names if name.startswith("coala/_resources/")] == ["coala/_resources/coala.svg"]
    files = [path for path in (ROOT / "coala").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert [file for file in files if file.relative_to(ROOT).as_posix() not in names] == []


def test_sdist_holds_what_a_packager_needs(distributions: Distributions) -> None:
    with tarfile.open(distributions.sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    wanted = [
        "LICENSE",
        "CHANGELOG.md",
        "CITATION.cff",
        "Makefile",
        "tests/conftest.py",
        "resources/coala.desktop",
    ]
    assert [name for name in wanted if name not in names] == []
    assert [name for name in names if "__pycache__" in name or name.startswith((".venv", "build"))] == []


def test_installed_package_is_used_and_not_the_checkout(installation: Installation) -> None:
    done = installation.run("python", "-c", "import coala; print(coala.__file__)")
    assert done.stdout.startswith(str(installation.folder)), done


@pytest.mark.parametrize("name", ["coala", "coala-review"])
def test_both_commands_compare_the_shipped_sample(installation: Installation, name: str) -> None:
    sample = installation.newswire()
    done = installation.run(name, "diff", str(sample / "baseline.ttl"), str(sample / "changed.ttl"))
    assert (done.returncode, done.stderr) == (1, "")
    assert "28" in done.stdout


def test_demo_writes_a_picture_where_there_is_no_display(installation: Installation) -> None:
    done = installation.run("coala-review", "demo", QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) <= 5
    assert (installation.elsewhere / "coala-demo.png").read_bytes().startswith(b"\x89PNG")


def test_files_for_the_desktop_are_under_share(installation: Installation) -> None:
    share = installation.folder / "share"
    found = {path.relative_to(share).as_posix() for path in share.rglob("*") if path.is_file()}
    assert found == {
        "applications/coala.desktop",
        "icons/hicolor/scalable/apps/coala.svg",
        "metainfo/coala.metainfo.xml",
        "mime/packages/coala.xml",
    }
