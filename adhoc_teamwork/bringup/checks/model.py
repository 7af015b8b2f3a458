# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check the language models: the offline one, and the hosted one if there is one."""

import http.client
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from adhoc_teamwork.bringup.checks.finding import FAIL, OK, WARN, Finding, Subject, repair
from adhoc_teamwork.bringup.checks.probe import ask
from adhoc_teamwork.bringup.process_control.model_endpoint import free_port, offline_url
from adhoc_teamwork.llm_port.answer_limits import THINKING_TIME_LIMIT
from adhoc_teamwork.llm_port.hosted import find_key, hosted_model, hosted_url

START_TIME = 20.0
ANSWER_TIME = 5.0
PROBE_TIME = THINKING_TIME_LIMIT + 20.0
"""Seconds in which a model that thinks first has answered, with the start of who asks."""
_PROBE = "adhoc_teamwork.llm_port.probe"
_SERVER = "adhoc_teamwork.offline_model.server"


def check_offline_model(subject: Subject) -> Finding:
    """Check that the offline model, a rule-based stand-in, starts and answers over HTTP."""
    what = "offline model"
    if subject.python is None:
        return Finding(FAIL, what, "not tried: not set up yet", "type: ./adhoc setup")
    port = free_port()
    server = subprocess.Popen(
        [str(subject.python), "-m", _SERVER, "--port", str(port)],
        env=dict(subject.env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    begin = time.monotonic()
    try:
        while time.monotonic() - begin < START_TIME and server.poll() is None:
            if _answers(f"{offline_url(port)}/models"):
                return Finding(
                    OK, what, f"answers {time.monotonic() - begin:.1f} s after its start"
                )
            time.sleep(0.1)
    finally:
        ended = server.poll()
        server.kill()
        server.wait()
    if ended is not None:
        return Finding(FAIL, what, f"ends at once, with exit code {ended}", repair(subject))
    advice = f"see what it says: {subject.python} -m {_SERVER} --port {port}"
    return Finding(FAIL, what, f"does not answer within {START_TIME:.0f} s", advice)


def check_hosted_model(subject: Subject) -> Finding:
    """Check that the hosted model's endpoint takes the key and answers, where one is configured.

    It is asked one short question, which also teaches how it wants to be asked.
    """
    what = "hosted model"
    key = find_key(subject.env)
    base = subject.env.get("OPENAI_BASE_URL", "")
    if not key and not base:
        return Finding(OK, what, "none configured; set OPENAI_API_KEY or OPENAI_BASE_URL for one")
    url = hosted_url(base, {})
    reached = _ask_endpoint(what, url, key)
    if reached.status != OK or subject.python is None:
        return reached
    return _ask_model(what, url, subject)


def _ask_model(what: str, url: str, subject: Subject) -> Finding:
    model = hosted_model("", subject.env)
    answer = ask(subject, ["-m", _PROBE, url, model], PROBE_TIME)
    host = urllib.parse.urlsplit(url).hostname
    if answer.succeeded:
        return Finding(OK, what, f"{host}: {answer.text}")
    advice = "set OPENAI_MODEL to a model of that endpoint that may be asked, or try again"
    return Finding(WARN, what, answer.text, advice)


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follow no redirect: the key would go along."""

    def redirect_request(self, *_: object) -> None:
        """Name no other address; the answer is then an error with its status."""


def _ask_endpoint(what: str, base: str, key: str) -> Finding:
    # Neither the key nor a password inside the address is ever shown.
    host = urllib.parse.urlsplit(base).hostname
    if host is None:
        return Finding(FAIL, what, "OPENAI_BASE_URL is no address", "expected http(s)://HOST/v1")
    request = urllib.request.Request(f"{base.rstrip('/')}/models")
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    try:
        with urllib.request.build_opener(_Stay).open(request, timeout=ANSWER_TIME):
            return Finding(OK, what, f"{host} answers" + (" and takes the key" if key else ""))
    except urllib.error.HTTPError as error:
        return _refusal(what, host, error.code)
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        advice = "check the network and OPENAI_BASE_URL, or use the offline model"
        return Finding(FAIL, what, f"{host} cannot be reached: {reason}"[:120], advice)


def _refusal(what: str, host: str, code: int) -> Finding:
    if code in (401, 403):
        return Finding(FAIL, what, f"{host} refuses the key ({code})", "set OPENAI_API_KEY anew")
    if code == 404:
        return Finding(OK, what, f"{host} answers; it offers no list of models")
    return Finding(WARN, what, f"{host} answers with status {code}", "try again in a while")


def _answers(url: str) -> bool:
    # A proxy of this terminal must not get between us and our own machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=1.0):
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except (OSError, http.client.HTTPException):
        return False
