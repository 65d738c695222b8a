#!/bin/sh
# Runs `npm run doctor` with the settings and as the user of guilda.service; arguments are passed on.
exec sh "$(dirname "$0")/run.sh" scripts/doctor.ts "$@"
