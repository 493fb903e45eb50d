"""Rules of the API that an OpenAPI document cannot express."""

import itertools
import json
import os
import re

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData, ServerError
from schemathesis.openapi.checks import RejectedPositiveData

# Rules between fields, between requests, or with what is stored: a request that fits its schema may break them.
BEYOND_SCHEMA = [
    # Compares two fields or parameters.
    r"^Start and End must differ",
    r"^To must not be before From",
    r"^A key restricted to campaigns cannot have ",
    r"^Variant IDs must differ\.$",
    r"^Header names must differ\.$",
    r"^EndAt must be later than StartAt\.$",
    r"^Expected no other condition beside All\.$",
    r"^Expected Data, Metadata or Constraints\.$",
    # Counts over nested lists.
    r"^Expected at most \d+ TimeRanges in ",
    # Depends on stored data, on time-zone data or on the calendar.
    r"^Unknown campaign\.$",
    r"^TimeZone is required when there are TimeRules",
    r"^Expected the id of an entry of this log\.$",
    r"^Expected the id of a delivery of this (webhook|organization)\.$",
    r"^Expected the name of a trunk, or of a provider, of this installation\.$",
    r"^Expected one of the campaign's variant ids\.$",
    r"^Expected one of the campaign's caller ids\.$",
    r"^Expected an IANA time zone",
    r"^Expected a date that exists",
    r"^Expected a time such as ",
    r"^Expected a time with an offset",
    r"^No call can be made in time: ",
    r"^Expected the id of (a job|an import|a bulk action) of this campaign\.$",
    # Depends on the numbering plans of countries.
    r"^Expected the number without a trunk or mobile prefix",
    r"^Expected \"\+\d+\", which is how the number is written now",
    r"^The operator of this service does not allow calls to ",
    r"^Emergency numbers and short codes cannot be called\.$",
    # Depends on the clock.
    r"^Expected a time in the future\.$",
    r"^Expected a time within the last 30 days\.$",
    r"^Expected a unix time in seconds ",
    # No pattern describes every URL.
    r"^Expected a full URL such as ",
    r"^A URL must not ",
    r"^Expected either URL or TwimlURL, not both\.$",
    r"^Agents may not be at ",
    r"^Only an agent with a URL or a TwimlURL has this field",
    r"^Expected the value itself: ",
    r"^The header \".*\" is set by the service\.$",
    r"^Expected a header name of ",
    r"^Expected 1 to 1000 visible ASCII characters\.$",
    # A JSON Schema inside the body, and values that must fit the one of a campaign.
    r"^The schema (is not valid JSON Schema|is nested deeper|has more than|has \d+ bytes)",
    r"^Expected \"(https://json-schema\.org/|object\": )",
    r"^The keyword \S+ is (not supported|supported only)",
    r"^A pattern has at most ",
    r"^Expected a regular expression ",
    r"^Expected a reference to a definition ",
    r"^A definition may not contain itself\.$",
    r"^The analysis schema has no such field\.$",
    r"^Data must ",
    r"^Expected Corrections or Remove\.$",
    # The length of a duration, and texts and keys deep inside free-form objects.
    r"^Expected a duration such as ",
    r"must not contain NUL characters",
    r"^Must not contain NUL characters",
    r"^Free-form objects must not ",
    r"^The key \"__proto__\" is not allowed",
    r"^Keys that start with ",
]
# Refusals caused by an earlier request, the state of the object or the content of the file, and the operations that may give them.
BEYOND_CODES = {
    "campaign_state": r"^(POST|PATCH) /campaigns/",
    "bulk_action_not_running": r"^POST .*/bulk-actions/.*/cancel$",
    "too_many_bulk_actions": r"^POST .*/bulk-actions$",
    "nothing_to_analyze": r"^(POST .*/(analyze|bulk-actions)|PATCH .*/corrections)$",
    "idempotency_key_reused": r"^POST /",
    "invalid_file": r"^POST .*/bulk$",
    "invalid_rows": r"^POST .*/jobs/bulk$",
    "not_scheduled": r"^POST .*/reschedule$",
    "upgrade_required": r"^GET .*/stream-audio-(bot|user)$",
}

# Documented responses while the store or the engine does not answer in time, which happens on a busy machine.
UNAVAILABLE_CODES = {"store_unavailable", "engine_unavailable"}

EXAMPLE_KEY = "order-4711"
# A simulated contact may refuse, which suppresses the number for every other test of the service.
EXAMPLE_NUMBER = "+14155550123"
FUZZ_NUMBER = "+14155550197"
numbers = itertools.count()
KEPT_KEYS = set(os.environ["FUZZ_KEPT_KEYS"].split(","))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Accepts refusals of valid requests by the rules above only, and unavailable servers."""
    if isinstance(failure, ServerError):
        return response.status_code != 503 or json.loads(response.content)["code"] not in UNAVAILABLE_CODES
    # In its stateful scenarios the tool also reports requests that are valid, and says so.
    if isinstance(failure, AcceptedNegativeData):
        return "Invalid component: positive test case" not in failure.message
    if not isinstance(failure, RejectedPositiveData):
        return True
    problem = json.loads(response.content)
    if problem["code"] in BEYOND_CODES:
        return not re.search(BEYOND_CODES[problem["code"]], f"{case.method} {case.path}")
    details = [error["detail"] for error in problem.get("errors", [])]
    return not details or not all(any(re.search(rule, detail) for rule in BEYOND_SCHEMA) for detail in details)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Never revokes a key that existed before the run or the run's own key, never stops the campaign of the run nor changes all of its jobs, calls no number of other tests, signs in as a page does, and makes every example Idempotency-Key unique."""
    if (case.path_parameters or {}).get("keyID") in KEPT_KEYS:
        case.path_parameters["keyID"] = os.environ["FUZZ_SPARE_KEY"]
    ends = re.search(r"^/campaigns/\{campaignID\}/(stop|archive|bulk-actions)$", case.path) and case.method == "POST"
    if ends and (case.path_parameters or {}).get("campaignID") == os.environ["FUZZ_CAMPAIGN"]:
        case.path_parameters["campaignID"] = os.environ["FUZZ_SPARE_CAMPAIGN"]
    # The one request that pages of the service make: browsers add the header.
    if case.path == "/session":
        case.headers = {**(case.headers or {}), "Sec-Fetch-Site": "same-origin"}
    if isinstance(case.body, dict) and case.body.get("ContactPhoneNumber") == EXAMPLE_NUMBER:
        case.body["ContactPhoneNumber"] = FUZZ_NUMBER
    if (case.headers or {}).get("Idempotency-Key") == EXAMPLE_KEY:
        case.headers["Idempotency-Key"] = f"{os.environ['FUZZ_SPARE_KEY']}-{next(numbers)}"
