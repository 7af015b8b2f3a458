"""The offline model's one function: chat messages in, an answer in the prompt's own format out."""

from collections.abc import Callable, Mapping, Sequence

from adhoc_planner.offline.choosing import cot, naive
from adhoc_planner.offline.deciding import generate, rank, reflect
from adhoc_planner.offline.facts import Facts
from adhoc_planner.offline.forecasting import predict, score
from adhoc_planner.offline.judging import judge
from adhoc_planner.offline.reader import read_facts
from adhoc_planner.offline.sections import Prompt, read_prompt
from adhoc_planner.offline.stepping import step

NOT_UNDERSTOOD = (
    "I am the offline model, a rule-based stand-in for a language model. I understand only the "
    "prompts of this project's planner, and this is none of them."
)

_STAGES: dict[str, Callable[[Prompt, Facts], str]] = {
    "generate": generate,
    "rank": rank,
    "reflect": reflect,
    "subskill": step,
    "naive": naive,
    "cot": cot,
    "predict": predict,
    "score": score,
}


def answer(messages: Sequence[Mapping[str, object]]) -> str:
    """Return the answer to a chat, from nothing but the text of its messages."""
    prompt = read_prompt(messages)
    if prompt is None:
        return NOT_UNDERSTOOD
    if prompt.stage == "judge":
        return judge(prompt)
    return _STAGES[prompt.stage](prompt, read_facts(prompt))
