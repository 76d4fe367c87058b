import { assert, layer } from "#test/support/suite"
import { Effect, Layer, Schema } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { anOrganisation } from "#test/support/people"
import { admin, answered, OperatorSurface, refused } from "./admin.ts"

const JobsToRun = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* Jobs
    yield* jobs.define({
      name: "count-words",
      trigger: { _tag: "Cron", cron: "0 3 * * *" },
      run: ({ orgId }) => Effect.succeed({ counted: 3, organisations: orgId === undefined ? 0 : 1 })
    })
  })
).pipe(Layer.provideMerge(OperatorSurface))

const Run = Schema.Struct({ name: Schema.String, result: Schema.Record(Schema.String, Schema.Number) })

layer(JobsToRun)("job", (it) => {
  // operator-6: `job list` and `job run` print jobs, and the result of one.
  it.effect("job list prints each job and when it runs", function* () {
    const List = Schema.Array(Schema.Struct({ name: Schema.String, trigger: Schema.String }))
    const listed = yield* answered(List, yield* admin("job", "list", "--json"))
    assert.deepInclude(listed, { name: "count-words", trigger: "cron 0 3 * * * UTC" })
  })

  // operator-6
  it.effect("job run NAME runs that job now, waits for it, and prints { name, result }", function* () {
    const everywhere = yield* answered(Run, yield* admin("job", "run", "count-words", "--json"))
    assert.deepEqual(everywhere, { name: "count-words", result: { counted: 3, organisations: 0 } })

    const orgId = yield* anOrganisation()
    const one = yield* answered(Run, yield* admin("job", "run", "count-words", "--org", orgId, "--json"))
    assert.deepEqual(one, { name: "count-words", result: { counted: 3, organisations: 1 } })
  })

  it.effect("a job that does not exist is a failure that names those that do", function* () {
    const error = yield* refused(yield* admin("job", "run", "no-such-job", "--json"))
    assert.match(error, /^Unknown job no-such-job\. Known: .*count-words/)
  })
})
