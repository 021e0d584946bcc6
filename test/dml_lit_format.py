"""The suite's test format."""

import lit.Test
import lit.formats


class StrictShTest(lit.formats.ShTest):
    """ShTest, but a test that does not run is a test that fails.

    A line such as `REQUIRES: vulkan` would otherwise turn tests off on every
    machine and leave the suite green. What needs a device is registered only
    where the device is.
    """

    def execute(self, test, lit_config):
        result = super().execute(test, lit_config)
        if not isinstance(result, lit.Test.Result):
            result = lit.Test.Result(*result)
        if result.code in (lit.Test.UNSUPPORTED, lit.Test.SKIPPED):
            return lit.Test.Result(
                lit.Test.FAIL,
                "not run, which this suite does not allow: " + result.output,
            )
        return result
