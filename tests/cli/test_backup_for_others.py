"""A backup without secrets: others can verify it, and no site starts on it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from eyesdown.central.keno.machine import sydney
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.keno.tenant import open_keno
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.site import Submitted
from eyesdown.central.store.connect import open_store
from eyesdown.cli.site.journal import journal
from eyesdown.cli.site.serve import serve
from eyesdown.demo.keno_load import places, set_up
from eyesdown.kernel.errors import JournalCorrupt


def test_a_backup_for_others_has_no_secret(tmp_path: Path) -> None:
    site_file, backup, back = (tmp_path / name for name in ("site.db", "backup.db", "back.db"))
    plan = Plan(os.urandom)
    opened = open_keno(open_store(str(site_file)), plan, wall_clock_us, os.urandom)
    now = sydney(wall_clock_us())
    for number, command in enumerate(set_up(now, places(1))):
        opened.site.run([Submitted(f"set-up/{number}", command)])
    while make := next_step(opened.site, plan, now):
        opened.site.run([make()])
    assert len(list(opened.site.store.dump("secrets"))) > 1, "the receipt key and a game's secret"
    opened.site.store.close()
    words = ["backup", str(site_file), str(backup), "--without-secrets"]
    assert CliRunner().invoke(serve, words).exit_code == 0
    assert CliRunner().invoke(journal, ["verify", str(backup)]).exit_code == 0
    copied = open_store(str(backup))
    assert list(copied.dump("secrets")) == []
    copied.close()
    assert CliRunner().invoke(serve, ["restore", str(backup), str(back)]).exit_code == 0
    restored = open_store(str(back))
    with pytest.raises(JournalCorrupt, match="the receipt key is gone"):
        open_keno(restored, plan, wall_clock_us, os.urandom)
    restored.close()
