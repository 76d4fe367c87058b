import { DateTime, Effect, Layer } from "effect"
import { deviceLifetime } from "#access/known-device"
import { Jobs } from "#platform/jobs/jobs"
import { KnownSignInsRepo } from "./known-sign-ins-repo.ts"
import { PasswordRepo } from "./password-repo.ts"
import { RegistrationRepo } from "./registration-repo.ts"
import { UserSessionsRepo } from "./user-sessions-repo.ts"

/** Every hour: expired links, sessions a week after their end, and origins unused for half a year. */
export const SignInPurge = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const registrations = yield* RegistrationRepo
    const passwords = yield* PasswordRepo
    const sessions = yield* UserSessionsRepo
    const knownSignIns = yield* KnownSignInsRepo
    yield* jobs.define({
      name: "sign-in-purge",
      trigger: { _tag: "Cron", cron: "40 * * * *" },
      run: Effect.fn("SignInPurge.run")(function* () {
        const now = yield* DateTime.now
        return {
          registrations: yield* registrations.purge(now),
          resets: yield* passwords.purge(now),
          sessions: yield* sessions.purge(DateTime.subtract(now, { days: 7 })),
          knownSignIns: yield* knownSignIns.purge(DateTime.subtractDuration(now, deviceLifetime))
        }
      })
    })
  })
)
