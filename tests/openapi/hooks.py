"""Filters the requests that schemathesis makes up: requests that lead nowhere are left out."""

import schemathesis


@schemathesis.hook
def filter_path_parameters(context, path_parameters):
    """Refuses the `null` of an answer, such as the `rematch` of a game, as an id in a path."""
    return all(value not in (None, "null") for value in (path_parameters or {}).values())
