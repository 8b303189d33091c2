"""The samples in `deploy/` can be read by what they are for, and name what the site has."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import pytest
import yaml

from eyesdown.central.keno.machine import SYDNEY, KenoSite
from eyesdown.central.keno.office.setup import read_setup

DEPLOY = Path(__file__).parents[2] / "deploy"
OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
NOW = datetime(2026, 11, 18, 10, tzinfo=SYDNEY)


def test_alerts_ask_for_metrics_that_the_operations_page_describes() -> None:
    [group] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])
    for rule in group["rules"]:
        [metric] = re.findall(r"eyesdown_\w+", rule["expr"])
        assert f"`{metric}" in OPERATIONS
        assert rule["annotations"]["summary"].endswith(".")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_close_every_bracket_and_hide_the_metrics(name: str) -> None:
    text = re.sub(r"#.*", "", (DEPLOY / name).read_text("utf-8"))
    assert text.count("{") == text.count("}")
    assert "127.0.0.1:8000" in text
    assert "/metrics" in text
    if name == "nginx.conf":
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        assert all(line.endswith((";", "{", "}")) for line in lines)


def test_the_service_unit_is_one_that_systemd_takes() -> None:
    unit = DEPLOY / "eyesdown.service"
    text = unit.read_text("utf-8")
    assert re.findall(r"^\[(\w+)\]$", text, re.MULTILINE) == ["Unit", "Service", "Install"]
    assert "serve --config" in text
    settings = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))
    assert settings["ProtectSystem"] == "strict", "so the keys can't be beside the settings in /etc"
    where = f"/var/lib/{settings['StateDirectory']}/"
    assert settings["Environment"].startswith(f"EYESDOWN_KEY={where}")
    assert "Give a stop forty seconds" in OPERATIONS
    assert int(settings["TimeoutStopSec"]) > 40
    analyse = shutil.which("systemd-analyze")
    if analyse is not None:
        asked = [analyse, "verify", str(unit)]
        verdict = subprocess.run(asked, capture_output=True, text=True, check=False)
        ours = [line for line in verdict.stderr.splitlines() if "eyesdown.service" in line]
        assert not ours, verdict.stderr


def test_the_container_file_runs_the_site_as_its_own_user() -> None:
    lines = (DEPLOY / "Containerfile").read_text("utf-8").splitlines()
    steps = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert steps[0] == "FROM"
    assert steps.index("USER") < steps.index("CMD")
    assert 'CMD ["eyesdown", "serve"]' in lines
    [installed] = [line for line in lines if "pip install" in line]
    assert "[site," in installed, "the package alone cannot serve"


def test_the_sample_set_up_is_right_on_an_empty_site() -> None:
    setup = read_setup(KenoSite(), (DEPLOY / "site-setup.toml").read_text("utf-8"), NOW)
    assert setup.problems == ()
    assert {entry.change for entry in setup.entries} == {"new", "changed"}
