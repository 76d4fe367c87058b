import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  anIdentityProvider,
  answerTo,
  type Claims,
  encoded,
  type IdentityProvider,
  type Question,
  signed,
  signedAnswer,
  type Signing
} from "#test/support/saml-idp"
import { TestApp } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import { ask, aSetting, post, refused, signIn } from "./support.ts"

const idp = await Effect.runPromise(anIdentityProvider())
const impostor: IdentityProvider = {
  ...(await Effect.runPromise(anIdentityProvider({ name: "impostor" }))),
  entityId: idp.entityId
}

/** What the provider signed, whole and in the pieces that wrapping moves around. */
const pieces = Effect.fnUntraced(function* (question: Question, member: Claims, victim: Claims, signing?: Signing) {
  const good = yield* answerTo(idp, question, member)
  const evil = yield* answerTo(idp, question, victim)
  const real = signed(idp, good.assertion, "Assertion", signing)
  const signature = /<Signature[\s\S]*?<\/Signature>/.exec(real)?.[0] ?? ""
  const issuer = `<saml:Issuer>${idp.entityId}</saml:Issuer>`
  return {
    around: good.around,
    real,
    signature,
    unsigned: real.replace(signature, ""),
    evil: evil.assertion,
    /** The evil assertion with this behind its issuer. */
    evilWith: (inner: string) => evil.assertion.replace(issuer, `${issuer}${inner}`)
  }
})

type Pieces = Effect.Success<ReturnType<typeof pieces>>

/** Somlo, Mainka and others, "On Breaking SAML": a good signature beside a claim that nobody signed. */
const wrappings: Readonly<Record<string, (given: Pieces) => string>> = {
  "XSW1: the signed response inside the signature of a copy": ({ around, evil, real, signature }) =>
    around(evil).replace(
      "<samlp:Status>",
      `${signature.replace("</Signature>", `${around(real)}</Signature>`)}<samlp:Status>`
    ),
  "XSW2: the signed response before a copy's detached signature": ({ around, evil, real, signature }) =>
    around(evil).replace("<samlp:Status>", `${around(real)}${signature}<samlp:Status>`),
  "XSW3: the other assertion before the signed one": ({ around, evil, real }) => around(`${evil}${real}`),
  "XSW3 backwards: the other assertion behind the signed one": ({ around, evil, real }) => around(`${real}${evil}`),
  "XSW4: the other assertion around the signed one": ({ around, evilWith, real }) => around(evilWith(real)),
  "XSW5: the other assertion with the signature, the signed one behind it": ({
    around,
    evilWith,
    signature,
    unsigned
  }) => around(`${evilWith(signature)}${unsigned}`),
  "XSW6: the signed one inside the signature of the other": ({ around, evilWith, signature, unsigned }) =>
    around(evilWith(signature.replace("</Signature>", `${unsigned}</Signature>`))),
  "XSW7: the other assertion in Extensions": ({ around, evil, real }) =>
    around(`<samlp:Extensions>${evil}</samlp:Extensions>${real}`),
  "XSW8: the signed one in an Object of the signature of the other": ({ around, evilWith, signature, unsigned }) =>
    around(
      evilWith(
        signature.replace(
          "</Signature>",
          `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${unsigned}</Object></Signature>`
        )
      )
    ),
  "the other assertion under the signed one's ID": ({ around, evil, real }) =>
    around(`${evil.replace(/ID="[^"]*"/, / ID="[^"]*"/.exec(real)?.[0].trim() ?? "")}${real}`),
  "a response of another namespace around": ({ around, evil, real }) =>
    around(real).replace("<samlp:Status>", `<x:Response xmlns:x="urn:x">${evil}</x:Response><samlp:Status>`),
  "an assertion of another namespace beside": ({ around, evil, real }) =>
    around(
      `${evil.replaceAll("saml:Assertion", "y:Assertion").replace("<y:Assertion", '<y:Assertion xmlns:y="urn:y"')}${real}`
    )
}

const attempt = Effect.fnUntraced(function* (orgId: OrgId, make: (question: Question) => Effect.Effect<string>) {
  const question = yield* ask(orgId)
  return yield* post(orgId, yield* make(question), question.relayState)
})

layer(TestApp)("POST /api/auth/saml/{orgId}/acs", (it) => {
  // sso-6: An assertion is signed by the key of the provider, complete, current, and addressed to this service.
  it.status(303, "sso_unsigned: an assertion without a signature, also in a response that is signed", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const { email } = member
    const bare = yield* attempt(orgId, (question) =>
      Effect.map(answerTo(idp, question, { email }), ({ around, assertion }) => encoded(around(assertion)))
    )
    assert.deepStrictEqual(bare, refused("unsigned"))
    const outside = yield* attempt(orgId, (question) =>
      Effect.map(answerTo(idp, question, { email }), ({ around, assertion }) =>
        encoded(signed(idp, around(assertion), "Response"))
      )
    )
    assert.deepStrictEqual(outside, refused("unsigned"))
  })

  it.status(303, "an assertion that is signed, in a response that is signed as well", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const both = yield* attempt(orgId, (question) =>
      Effect.map(answerTo(idp, question, { email: member.email }), ({ around, assertion }) =>
        encoded(signed(idp, around(signed(idp, assertion, "Assertion")), "Response"))
      )
    )
    assert.isDefined(both.token)
  })

  it.status(303, "sso_signature: altered after it was signed, whatever was altered", function* () {
    const { admin, member, orgId } = yield* aSetting(idp)
    for (const alter of [
      (xml: string) => xml.replace(`>${member.email}<`, `>${admin.email}<`),
      (xml: string) => xml.replace(/(<saml:Conditions[^>]*NotOnOrAfter=")[^"]*/, "$12030-01-01T00:00:00Z"),
      (xml: string) => xml.replace("<saml:AuthnStatement", "<saml:Advice/><saml:AuthnStatement"),
      (xml: string) => xml.replace(/(<SignatureValue>)(.)/, (_, tag, first) => `${tag}${first === "A" ? "B" : "A"}`),
      (xml: string) => xml.replace(/(<DigestValue>)(.)/, (_, tag, first) => `${tag}${first === "A" ? "B" : "A"}`)
    ]) {
      const answer = yield* attempt(orgId, (question) =>
        Effect.map(answerTo(idp, question, { email: member.email }), ({ around, assertion }) => {
          const xml = around(signed(idp, assertion, "Assertion"))
          const altered = alter(xml)
          assert.notStrictEqual(altered, xml)
          return encoded(altered)
        })
      )
      assert.deepStrictEqual(answer, refused("signature"), alter.toString())
    }
  })

  it.status(303, "sso_signature: another key, though its certificate comes with the signature", function* () {
    const { member, orgId } = yield* aSetting(idp)
    assert.deepStrictEqual(yield* signIn(orgId, impostor, { email: member.email }), refused("signature"))
  })

  // sso-9: The provider of one organization signs no one in to another, also where both use the same provider.
  it.status(303, "the provider of one organisation signs nobody into another", function* () {
    const victim = yield* aSetting(idp)
    const attacker = yield* aSetting({ ...impostor, entityId: "https://impostor.example.com/metadata" })
    const { email } = victim.member
    // By its own key, for the other's question.
    const question = yield* ask(victim.orgId)
    const byOtherKey = yield* signedAnswer(impostor, question, { email })
    assert.deepStrictEqual(yield* post(victim.orgId, byOtherKey, question.relayState), refused("signature"))
    // The same at its own address.
    const atOwn = yield* signedAnswer({ ...impostor, entityId: "https://impostor.example.com/metadata" }, question, {
      email
    })
    assert.deepStrictEqual(yield* post(attacker.orgId, atOwn, question.relayState), refused("recipient"))
    // Two organisations with one provider: what is meant for one is nothing to the other.
    const neighbour = yield* aSetting(idp)
    const meantForVictim = yield* signedAnswer(idp, question, { email })
    assert.deepStrictEqual(yield* post(neighbour.orgId, meantForVictim, question.relayState), refused("recipient"))
    const own = yield* ask(neighbour.orgId)
    const crossed = yield* signedAnswer(idp, { ...own, entityId: question.entityId }, { email: neighbour.member.email })
    assert.deepStrictEqual(yield* post(neighbour.orgId, crossed, own.relayState), refused("audience"))
    // The question of one answered at the other.
    const borrowed = yield* signedAnswer(idp, { ...own, id: question.id }, { email: neighbour.member.email })
    assert.deepStrictEqual(yield* post(neighbour.orgId, borrowed), refused("request"))
  })

  it.status(303, "sso_algorithm: SHA-1, and transforms that SAML does not know", function* () {
    const { member, orgId } = yield* aSetting(idp)
    for (const signing of [
      { signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" },
      { digest: "http://www.w3.org/2000/09/xmldsig#sha1" },
      { transforms: ["http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"] }
    ] satisfies ReadonlyArray<Signing>) {
      const answer = yield* attempt(orgId, (question) => signedAnswer(idp, question, { email: member.email }, signing))
      assert.deepStrictEqual(answer, refused("algorithm"), JSON.stringify(signing))
    }
    const none = yield* attempt(orgId, (question) =>
      Effect.map(answerTo(idp, question, { email: member.email }), ({ around, assertion }) =>
        encoded(
          around(signed(idp, assertion, "Assertion")).replace(
            "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            "http://www.w3.org/2000/09/xmldsig#hmac-sha1"
          )
        )
      )
    )
    assert.deepStrictEqual(none, refused("algorithm"))
  })

  it.status(303, "SHA-512 and RSA-PSS are taken", function* () {
    const { member, orgId } = yield* aSetting(idp)
    for (const signing of [
      {
        signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
        digest: "http://www.w3.org/2001/04/xmlenc#sha512"
      },
      { signature: "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1" }
    ]) {
      const answer = yield* attempt(orgId, (question) => signedAnswer(idp, question, { email: member.email }, signing))
      assert.isDefined(answer.token, JSON.stringify(signing))
    }
  })

  for (const [name, wrap] of Object.entries(wrappings)) {
    // sso-6
    it.status(303, `signature wrapping signs nobody in. ${name}`, function* () {
      const { admin, member, orgId } = yield* aSetting(idp)
      const answer = yield* attempt(orgId, (question) =>
        Effect.map(pieces(question, { email: member.email }, { email: admin.email }), (given) => encoded(wrap(given)))
      )
      assert.strictEqual(answer.status, 303)
      assert.match(answer.location, /\/login\?error=sso_(?:invalid_response|signature|unsigned)$/)
      assert.strictEqual(answer.cookie, "")
    })
  }

  it.status(
    303,
    "sso_signature: a signature that is neither the response's nor the assertion's is refused",
    function* () {
      const { member, orgId } = yield* aSetting(idp)
      const answer = yield* attempt(orgId, (question) =>
        Effect.map(pieces(question, { email: member.email }, { email: member.email }), ({ around, real, signature }) =>
          encoded(around(`<samlp:Extensions>${signature}</samlp:Extensions>${real}`))
        )
      )
      assert.deepStrictEqual(answer, refused("signature"))
    }
  )

  it.status(303, "signature wrapping of a response that is signed as well signs nobody in", function* () {
    const { admin, member, orgId } = yield* aSetting(idp)
    const answer = yield* attempt(orgId, (question) =>
      Effect.gen(function* () {
        const { around, evil, real } = yield* pieces(question, { email: member.email }, { email: admin.email })
        const genuine = signed(idp, around(real), "Response")
        const [first = ""] = /<samlp:Response[^>]*>/.exec(genuine) ?? []
        return encoded(
          `${first.replace(/ ID="[^"]*"/, ' ID="_evil"')}<saml:Issuer>${idp.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${evil}<samlp:Extensions>${genuine}</samlp:Extensions></samlp:Response>`
        )
      })
    )
    assert.deepStrictEqual(answer, refused("invalid_response"))
  })

  it.status(
    303,
    "sso_invalid_response: a comment that cuts a name in two is refused, before and after signing",
    function* () {
      const { admin, orgId } = yield* aSetting(idp)
      const [local = "", domain = ""] = admin.email.split("@")
      // Canonical XML leaves comments out: the signature stays right wherever one is put.
      const signedWith = yield* attempt(orgId, (question) =>
        signedAnswer(idp, question, { email: `${local}@${domain}<!---->.evil.test` })
      )
      assert.deepStrictEqual(signedWith, refused("invalid_response"))
      const putIn = yield* attempt(orgId, (question) =>
        Effect.map(answerTo(idp, question, { email: `${admin.email}.evil.test` }), ({ around, assertion }) =>
          encoded(
            around(signed(idp, assertion, "Assertion")).replace(`${admin.email}.evil`, `${admin.email}<!---->.evil`)
          )
        )
      )
      assert.deepStrictEqual(putIn, refused("invalid_response"))
    }
  )

  it.status(303, "sso_invalid_response: DTDs, entities, instructions and CDATA are not read at all", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const laughs = Array.from(
      { length: 10 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`
    ).join("")
    for (const [name, alter] of [
      [
        "XXE",
        (xml: string) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace(member.email, "&x;")}`
      ],
      [
        "billion laughs",
        (xml: string) => `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]>${xml.replace(member.email, "&l10;")}`
      ],
      ["DTD elsewhere", (xml: string) => `<!DOCTYPE r SYSTEM "https://evil.test/x.dtd">${xml}`],
      ["instruction", (xml: string) => `<?xml-stylesheet href="https://evil.test/"?>${xml}`],
      ["CDATA", (xml: string) => xml.replace(member.email, `<![CDATA[${member.email}]]>`)],
      ["unknown entity", (xml: string) => xml.replace(member.email, "&nobody;")]
    ] as const) {
      const answer = yield* attempt(orgId, (question) =>
        Effect.map(answerTo(idp, question, { email: member.email }), ({ around, assertion }) =>
          encoded(alter(around(signed(idp, assertion, "Assertion"))))
        )
      )
      assert.deepStrictEqual(answer, refused("invalid_response"), name)
    }
  })

  // sso-12: Encrypted assertions are refused with `sso_encrypted`.
  it.status(303, "sso_encrypted: encrypted assertions are not supported", function* () {
    const { orgId } = yield* aSetting(idp)
    const answer = yield* attempt(orgId, (question) =>
      Effect.map(answerTo(idp, question, {}), ({ around }) =>
        encoded(around("<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>"))
      )
    )
    assert.deepStrictEqual(answer, refused("encrypted"))
  })

  // sso-13: The validity of an assertion allows for 60 seconds of clock difference.
  it.status(303, "the windows of validity, with 60 seconds for clocks that differ", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const { email } = member
    for (const [claims, code] of [
      [{ until: -59, from: -300 }, undefined],
      [{ until: -60, from: -300 }, "expired"],
      [{ until: -3_600, from: -7_200 }, "expired"],
      [{ from: 60, until: 300 }, undefined],
      [{ from: 61, until: 300 }, "not_yet_valid"]
    ] as const) {
      const answer = yield* signIn(orgId, idp, { email, ...claims })
      if (code === undefined) assert.isDefined(answer.token, JSON.stringify(claims))
      else assert.deepStrictEqual(answer, refused(code), JSON.stringify(claims))
    }
    const question = yield* ask(orgId)
    const kept = yield* signedAnswer(idp, question, { email, until: 120 })
    yield* TestClock.adjust("3 minutes")
    assert.deepStrictEqual(yield* post(orgId, kept, question.relayState), refused("expired"))
  })

  // sso-6
  it.status(
    303,
    "another audience, recipient, destination, issuer or status: meant for another service, or by another provider",
    function* () {
      const { member, orgId } = yield* aSetting(idp)
      const { email } = member
      for (const [claims, code] of [
        [{ audience: "https://other.example.com/metadata" }, "audience"],
        [{ audience: "" }, "audience"],
        [{ recipient: "https://other.example.com/acs" }, "recipient"],
        [{ destination: "https://other.example.com/acs" }, "recipient"],
        [{ issuer: "https://other.example.com/metadata" }, "issuer"],
        [{ status: "Responder" }, "refused"],
        [{ nameId: " " }, "invalid_response"]
      ] as const) {
        const answer = yield* signIn(orgId, idp, { email, ...claims })
        assert.deepStrictEqual(answer, refused(code), JSON.stringify(claims))
      }
    }
  )

  it.status(303, "what lacks a part that protects it is refused although it is signed", function* () {
    const { member, orgId } = yield* aSetting(idp)
    for (const [part, code] of [
      [/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, "audience"],
      [/<saml:Conditions .*<\/saml:Conditions>/, "invalid_response"],
      [/ NotOnOrAfter="[^"]*"(?= Recipient)/, "invalid_response"],
      [/ Recipient="[^"]*"/, "recipient"],
      [/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, "recipient"],
      [/<saml:AuthnStatement .*<\/saml:AuthnStatement>/, "invalid_response"],
      [/<saml:NameID .*<\/saml:NameID>/, "invalid_response"]
    ] as const) {
      const answer = yield* attempt(orgId, (question) =>
        Effect.map(answerTo(idp, question, { email: member.email }), ({ around, assertion }) => {
          const without = assertion.replace(part, "")
          assert.notStrictEqual(without, assertion, String(part))
          return encoded(around(signed(idp, without, "Assertion")))
        })
      )
      assert.deepStrictEqual(answer, refused(code), String(part))
    }
  })

  it.status(
    303,
    "sso_no_email: an attribute whose letters are not those of an address, though some lower case takes them so",
    function* () {
      const { member, orgId } = yield* aSetting(idp)
      const email = `k-${member.email}`
      yield* systemSql`UPDATE users SET email = ${email} WHERE id = ${member.userId}`
      const nameIdFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
      const named = (mail: string) => signIn(orgId, idp, { nameId: "u1", nameIdFormat, attributes: { mail: [mail] } })
      assert.deepStrictEqual(yield* named(email.replace("k-", "\u212a-")), refused("no_email"))
      assert.isDefined((yield* named(email.toUpperCase())).token)
    }
  )

  it.status(
    303,
    "sso_invalid_response: more tags than any provider sends, which nobody else is served during",
    function* () {
      const { member, orgId } = yield* aSetting(idp)
      const groups = (count: number) => Array.from({ length: count }, (_, index) => `Group ${index}`)
      const many = yield* signIn(orgId, idp, { email: member.email, attributes: { groups: groups(900) } })
      assert.isDefined(many.token)
      const tooMany = yield* signIn(orgId, idp, { email: member.email, attributes: { groups: groups(1_000) } })
      assert.deepStrictEqual(tooMany, refused("invalid_response"))
      const question = yield* ask(orgId)
      const { around, assertion } = yield* answerTo(idp, question, { email: member.email })
      const good = signed(idp, assertion, "Assertion")
      for (const filling of [
        "<a/>".repeat(2_000),
        `<a b="<"/>`.repeat(1_000),
        "<a>".repeat(40) + "<a/>".repeat(2_000)
      ]) {
        assert.deepStrictEqual(
          yield* post(orgId, encoded(around(filling + good)), question.relayState),
          refused("invalid_response")
        )
      }
    }
  )

  it.status(303, "sso_invalid_response: whatever else is posted", function* () {
    const { orgId } = yield* aSetting(idp)
    for (const samlResponse of [
      "",
      "x",
      "%%%",
      "A".repeat(200_000),
      encoded("{}"),
      encoded("<a>"),
      encoded("<a/><b/>"),
      encoded("<Response/>"),
      encoded(`${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}`),
      encoded(`<a ${Array.from({ length: 10_000 }, (_, index) => `a${index}=""`).join(" ")}/>`),
      encoded(`<a>${"<b/>".repeat(40_000)}</a>`),
      Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe]).toString("base64"),
      Buffer.from("<a>\ud800</a>", "utf16le").toString("base64")
    ]) {
      assert.deepStrictEqual(yield* post(orgId, samlResponse), refused("invalid_response"), samlResponse.slice(0, 60))
    }
  })
})
