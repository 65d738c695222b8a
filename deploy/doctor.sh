#!/bin/sh
# `npm run doctor` with the settings and as the user of guilda.service; what stands behind it is passed on.
exec sh "$(dirname "$0")/run.sh" scripts/doctor.ts "$@"
