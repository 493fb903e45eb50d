"""What schemathesis must know of the API that an OpenAPI document cannot say."""

import itertools
import json
import os
import re

import schemathesis
from schemathesis.core.failures import ServerError
from schemathesis.openapi.checks import RejectedPositiveData

# Rules between fields, between requests, or with what is stored: a request that fits its schema may break them.
BEYOND_SCHEMA = [
    # Two fields, or two parameters, are compared.
    r"^Start and End must differ",
    r"^To must not be before From",
    r"^before_ms goes with by_time=true",
    r"^A key that is limited to campaigns cannot hold ",
    r"^Variant IDs must differ\.$",
    r"^Header names must differ\.$",
    # What is stored decides, or the time-zone data, or the calendar.
    r"^There is no such campaign\.$",
    r"^TimeZone is required when there are TimeRules",
    r"^Expected the id of an entry of this log\.$",
    r"^Expected the id of a delivery of this webhook\.$",
    r"^Expected one of the campaign's variant ids\.$",
    r"^Expected one of the campaign's caller ids\.$",
    r"^Expected an IANA time zone",
    r"^Expected a date that exists",
    r"^Expected a time such as ",
    r"^Expected the id of a job of this campaign\.$",
    # The clock decides.
    r"^Expected a time that is still to come\.$",
    r"^Expected a time within the last 30 days\.$",
    r"^Expected a unix time in seconds ",
    # No pattern describes every URL.
    r"^Expected a full URL such as ",
    # How long a text of digits and units comes to, and what texts and keys stand deep within free-form objects.
    r"^Expected a duration such as ",
    r"must not contain NUL characters",
    r"^Must not contain NUL characters",
    r"^Free-form objects must not ",
    r"^A key \"__proto__\" is not taken",
    r"^Keys that start with ",
]
# Refusals that an earlier request, the state of the object or the content of the file is the cause of, and what they may be said of.
BEYOND_CODES = {
    "idempotency_key_reused": r"^POST /",
    "invalid_file": r"^POST .*/jobs/bulk$",
    "invalid_rows": r"^POST .*/jobs/bulk$",
    "not_scheduled": r"^POST .*/reschedule$",
    "upgrade_required": r"^GET .*/stream-audio-(bot|user)$",
}

# What is said, as documented, when the store or the engine does not answer in time: on a busy machine they may not.
AWAY_CODES = {"store_unavailable", "engine_unavailable"}

EXAMPLE_KEY = "order-4711"
numbers = itertools.count()
KEPT_KEYS = set(os.environ["FUZZ_KEPT_KEYS"].split(","))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Accepts refusals of valid requests by the rules above only, and unavailable servers."""
    if isinstance(failure, ServerError):
        return response.status_code != 503 or json.loads(response.content)["code"] not in AWAY_CODES
    if not isinstance(failure, RejectedPositiveData):
        return True
    problem = json.loads(response.content)
    if problem["code"] in BEYOND_CODES:
        return not re.search(BEYOND_CODES[problem["code"]], f"{case.method} {case.path}")
    details = [error["detail"] for error in problem.get("errors", [])]
    return not details or not all(any(re.search(rule, detail) for rule in BEYOND_SCHEMA) for detail in details)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Revokes no key that was there before the run, nor the one of the run itself; and repeats no Idempotency-Key by being an example."""
    if (case.path_parameters or {}).get("keyID") in KEPT_KEYS:
        case.path_parameters["keyID"] = os.environ["FUZZ_SPARE_KEY"]
    if (case.headers or {}).get("Idempotency-Key") == EXAMPLE_KEY:
        case.headers["Idempotency-Key"] = f"{os.environ['FUZZ_SPARE_KEY']}-{next(numbers)}"
