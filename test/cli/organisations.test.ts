import { assert, layer } from "#test/support/suite"
import { OrgId } from "@svc/contract/kernel/ids"
import { Organisation } from "@svc/contract/organisations/schema"
import { Effect, Redacted, Schema } from "effect"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { Accounts } from "#organisation/accounts/service"
import { admin, answered, OperatorSurface, refused } from "./admin.ts"

const superadmin = ["--superadmin", "first@acme.test", "--superadmin-name", "Ada Lovelace"]
const withAdmin = (name: string) => ["org", "create", "--name", name, "--plan", "team", ...superadmin, "--json"]

const WithAdmin = Schema.Struct({ name: Schema.String, superadmin: Schema.String, password_link: Schema.String })

const created = Effect.fnUntraced(function* (name: string, ...flags: ReadonlyArray<string>) {
  return yield* answered(
    Organisation,
    yield* admin("org", "create", "--name", name, "--plan", "team", ...flags, "--json")
  )
})

layer(OperatorSurface)("org", (it) => {
  // operator-1: `admin … --json` prints one JSON document on stdout and nothing else.
  it.effect("org create prints the organisation { id, name, plan, plan_status, … }", function* () {
    const organisation = yield* created("Acme GmbH", "--timezone", "Europe/Berlin")
    assert.deepInclude(organisation, {
      name: "Acme GmbH",
      plan: "team",
      plan_status: "active",
      suspended: false,
      timezone: "Europe/Berlin"
    })
  })

  // operator-8
  it.effect(
    "org create with --superadmin makes its Super Admin too, and prints the link at which they set a password",
    function* () {
      const ended = yield* admin(...withAdmin("With Ada"))
      const made = yield* answered(WithAdmin, ended)
      assert.deepInclude(made, { name: "With Ada", superadmin: "first@acme.test" })
      const changes = yield* PasswordChanges
      const token = Redacted.make(new URL(made.password_link).searchParams.get("token") ?? "")
      const password = Redacted.make("correct horse battery")
      yield* changes.reset({ token, password, address: "203.0.113.9" })
      const accounts = yield* Accounts
      const signIn = { email: "first@acme.test", password, address: "203.0.113.9", userAgent: null, device: null }
      const signedIn = yield* accounts.login(signIn)
      assert.strictEqual(signedIn._tag, "SignedIn")

      const taken = yield* admin(...withAdmin("Again"))
      assert.match(
        yield* refused(taken),
        /^The organization [0-9a-f-]{36} was created, but its Super Admin was not: An account with this email address already exists.* user create --org [0-9a-f-]{36}$/
      )
    }
  )

  // operator-1
  it.effect("--json may stand before the subcommand", function* () {
    const ended = yield* admin("--json", "org", "create", "--plan", "trial", "--name", "First")
    const organisation = yield* answered(Organisation, ended)
    assert.deepInclude(organisation, { name: "First", plan: "trial", plan_status: "trialing", timezone: "UTC" })
  })

  it.effect("org create without --plan is enterprise, which has every feature", function* () {
    const organisation = yield* answered(Organisation, yield* admin("org", "create", "--name", "Own", "--json"))
    assert.strictEqual(organisation.plan, "enterprise")
  })

  // operator-4: `org create`, `update`, `list` and `show` print organisations.
  it.effect("org update changes plan, plan status and suspension, and prints the organisation", function* () {
    const { id } = yield* created("Changing")
    const changes = ["--plan", "enterprise", "--plan-status", "past_due", "--suspended", "true"]
    const changed = yield* answered(Organisation, yield* admin("org", "update", id, ...changes, "--json"))
    assert.deepInclude(changed, { id, plan: "enterprise", plan_status: "past_due", suspended: true })

    const back = yield* answered(Organisation, yield* admin("org", "update", "--suspended", "false", id, "--json"))
    assert.deepInclude(back, { id, plan: "enterprise", plan_status: "past_due", suspended: false })
  })

  // operator-4
  it.effect("org list and org show print what was created", function* () {
    const organisation = yield* created("Shown")
    const all = yield* answered(Schema.Array(Organisation), yield* admin("org", "list", "--json"))
    assert.deepInclude(all, organisation)
    assert.deepEqual(
      yield* answered(Organisation, yield* admin("org", "show", organisation.id, "--json")),
      organisation
    )
  })

  it.effect("without --json org list is a table and org show one line per field", function* () {
    const { id } = yield* created("Read\u001b[31mable")
    const list = yield* admin("org", "list")
    assert.match(list.stdout, /^ID +NAME +PLAN +PLAN_STATUS +SUSPENDED +TIMEZONE\n/)
    const row = list.stdout.split("\n").find((line) => line.startsWith(id)) ?? ""
    assert.match(row, /Read\uFFFD\[31mable +team +active +false +UTC$/)

    const show = yield* admin("org", "show", id)
    assert.match(show.stdout, new RegExp(`^id +${id}\\nname +Read.*\\nplan +team\\n`))
    assert.strictEqual(show.code, 0)
  })

  it.effect("an organisation that does not exist is a failure", function* () {
    const id = OrgId.make("0198c5c0-0000-7000-8000-000000000000")
    assert.strictEqual(yield* refused(yield* admin("org", "show", id, "--json")), "Organization not found")
    assert.strictEqual(
      yield* refused(yield* admin("org", "update", id, "--plan", "none", "--json")),
      "Organization not found"
    )
  })
})
