"""From a YAML file to a checked variant, or every reason why not."""
