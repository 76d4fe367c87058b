import { assert, layer } from "#test/support/suite"
import { CreatedUser } from "@svc/contract/accounts/schema"
import { Timestamp } from "@svc/contract/kernel/dates"
import { Effect, FileSystem, Redacted, Schema } from "effect"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { Accounts } from "#organisation/accounts/service"
import { entriesOf } from "#test/support/log"
import { anOrganisation } from "#test/support/people"
import { admin, adminReading, answered, OperatorSurface, refused } from "./admin.ts"

const Link = Schema.Struct({ email: Schema.String, password_link: Schema.String, password_link_expires_at: Timestamp })

const password = "correct horse battery"

const creating = (orgId: string, email: string, role: string, ...flags: ReadonlyArray<string>) =>
  ["user", "create", "--org", orgId, "--email", email, "--name", "Ada L.", "--role", role, ...flags, "--json"] as const

const create = (...named: Parameters<typeof creating>) => admin(...creating(...named))

layer(OperatorSurface)("user", (it) => {
  // operator-5: `user create` prints `{ id, email, role }`; the address is verified already.
  it.effect(
    "user create prints { id, email, role }; the e-mail is already verified, so the person can sign in",
    function* () {
      const orgId = yield* anOrganisation()
      const ended = yield* create(orgId, "ada@acme.test", "hr", "--password", password)
      const user = yield* answered(CreatedUser, ended)
      assert.deepInclude(user, { email: "ada@acme.test", role: "hr" })
      assert.sameMembers(Object.keys(JSON.parse(ended.stdout)), ["id", "email", "role"])
      assert.notInclude(ended.stdout, password)

      const accounts = yield* Accounts
      const signedIn = yield* accounts.login({
        email: "ada@acme.test",
        password: Redacted.make(password),
        address: "203.0.113.9",
        userAgent: null,
        device: null
      })
      assert.strictEqual(signedIn._tag, "SignedIn")
    }
  )

  // operator-8: No secret has to stand in the words of a command: a password comes from a file or a pipe, and a link
  //   lets whoever opens it choose their own.
  it.effect(
    "the password can lie in a file or come through a pipe; one of the two ways, and a file that is there",
    function* () {
      const fs = yield* FileSystem.FileSystem
      const orgId = yield* anOrganisation()
      const file = `${yield* fs.makeTempDirectoryScoped({ prefix: "svc-admin-" })}/password`
      const missing = yield* create(orgId, "file@acme.test", "hr", "--password-file", file)
      assert.strictEqual(yield* refused(missing), `--password-file ${file} cannot be read`)
      yield* fs.writeFileString(file, `${password}\n`)
      for (const flags of [[], ["--password-file", file, "--password", password]]) {
        assert.match(
          yield* refused(yield* create(orgId, "file@acme.test", "hr", ...flags)),
          /either --password-file or --password$/
        )
      }
      yield* answered(CreatedUser, yield* create(orgId, "file@acme.test", "hr", "--password-file", file))
      const accounts = yield* Accounts
      const signIn = { email: "file@acme.test", address: "203.0.113.9", userAgent: null, device: null }
      const signedIn = yield* accounts.login({ ...signIn, password: Redacted.make(password) })
      assert.strictEqual(signedIn._tag, "SignedIn")

      const piped = creating(orgId, "piped@acme.test", "hr", "--password-file", "/dev/stdin")
      yield* answered(CreatedUser, yield* adminReading(`${password}\n`, ...piped))
      const entered = yield* accounts.login({
        ...signIn,
        email: "piped@acme.test",
        password: Redacted.make(password)
      })
      assert.strictEqual(entered._tag, "SignedIn")
    }
  )

  // operator-8
  it.effect("user password-link prints a link by which somebody who is locked out sets a password, once", function* () {
    const orgId = yield* anOrganisation()
    yield* create(orgId, "locked@acme.test", "hr", "--password", password)
    const ended = yield* admin("user", "password-link", "--email", "locked@acme.test", "--json")
    const { password_link } = yield* answered(Link, ended)
    const token = Redacted.make(new URL(password_link).searchParams.get("token") ?? "")
    const changes = yield* PasswordChanges
    const renewed = { token, password: Redacted.make("a rather new password"), address: "203.0.113.9" }
    yield* changes.reset(renewed)
    assert.strictEqual((yield* Effect.flip(changes.reset(renewed)))._tag, "LinkInvalid")
    const [entry] = yield* entriesOf(orgId, { action: "password_reset_requested" })
    assert.deepInclude(entry, {
      target: "locked@acme.test",
      details: "a link for the operator of the service to hand over"
    })
    assert.strictEqual(
      yield* refused(yield* admin("user", "password-link", "--email", "nobody@acme.test", "--json")),
      "No account has this email address"
    )
  })

  it.effect(
    "an address that is taken, an organisation that does not exist, a role that is none: failures",
    function* () {
      const orgId = yield* anOrganisation()
      yield* create(orgId, "bob@acme.test", "admin", "--password", password)
      assert.strictEqual(
        yield* refused(yield* create(orgId, "BOB@acme.test", "hr", "--password", password)),
        "An account with this email address already exists"
      )
      const nobody = "0198c5c0-0000-7000-8000-000000000000"
      assert.strictEqual(
        yield* refused(yield* create(nobody, "eve@acme.test", "hr", "--password", password)),
        "Organization not found"
      )
      assert.match(
        yield* refused(yield* create(orgId, "eve@acme.test", "owner", "--password", password)),
        /--role: "owner".*superadmin/
      )
    }
  )

  for (const flags of [
    ["--password", "s3cr3t"],
    ["--password", "--s3cr3tive"],
    ["--pasword", "s3cr3tive"],
    ["--password=s3cr3tive", "s3cr3tive"],
    ["--password=s3cr3tive", "--password=s3cr3tive"]
  ]) {
    it.effect(`a password is never echoed: ${flags.join(" ")}`, function* () {
      const orgId = yield* anOrganisation()
      assert.notInclude(yield* refused(yield* create(orgId, "eve@acme.test", "hr", ...flags)), "s3cr3t")
    })
  }

  it.effect("a password that is too short is a failure", function* () {
    const orgId = yield* anOrganisation()
    assert.strictEqual(
      yield* refused(yield* create(orgId, "eve@acme.test", "hr", "--password", "short")),
      "--password must be at least 8 characters"
    )
  })
})
