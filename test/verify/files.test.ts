import { assert, describe, it } from "@effect/vitest"
import { generateKeyPairSync, randomUUID } from "node:crypto"
import { zipSync } from "fflate"
import { verify } from "@svc/verify/verify"
import {
  aLog,
  anAnchor,
  anArchive,
  anExport,
  aPage,
  aSigner,
  bundleFiles,
  evidenceFiles,
  failuresOf,
  input,
  rechained,
  said,
  sha256,
  skeletonOf,
  verified,
  zipOf
} from "./writing.ts"

const rows = aLog(12)
const orgId = rows[0]?.org_id ?? ""
const at = (seq: number) => rows[seq - 1] ?? assert.fail(`No entry ${seq}`)
const signer = aSigner()
const page = (...seqs: ReadonlyArray<number>) =>
  aPage(
    orgId,
    seqs.toReversed().map((seq) => anAnchor(at(seq), signer)),
    signer
  )

describe("anchors", () => {
  it("are not hidden by an entry that tells of a retention which none could have been", async () => {
    const purged = (dated: string) => {
      const log = aLog(8, {
        orgId,
        entry: (seq, before) =>
          seq === 6
            ? {
                action: "audit_retention_applied",
                details: `removed: 3, through: 3, hash: ${before[2]?.entry_hash ?? ""}`
              }
            : {}
      })
      const kept = rechained(log.slice(3).map((row) => (row.seq >= 6 ? { ...row, created_at: dated } : row)))
      const second = log[1] ?? assert.fail("no entries")
      const last = kept.at(-1) ?? assert.fail("no entries")
      return verified({
        "export.json": anExport(kept),
        "kept.json": aPage(orgId, [anAnchor(last, signer), anAnchor(second, signer)], signer),
        "key.pem": signer.pem
      })
    }
    assert.include(said(await purged("2026-03-05T09:00:00.000Z"), "failed"), "was removed as if by retention")
    assert.strictEqual((await purged("2026-07-01T09:00:00.000Z")).verdict, "proven")
  })

  it("vouch for all entries up to the newest of them; what follows is not yet anchored", async () => {
    const report = await verified({ "export.json": anExport(rows), "anchors.json": page(4, 9), "key.pem": signer.pem })
    assert.deepStrictEqual(failuresOf(report), [])
    assert.strictEqual(report.verdict, "unvouched")
    assert.include(said(report, "proven"), "Entries 1 to 9 are unchanged since they were anchored.")
    assert.include(said(report, "not_shown"), "Entries 10 to 12 are not yet anchored.")
    assert.deepStrictEqual(
      report.keys.map(({ given, keyId }) => ({ given, keyId })),
      [{ given: true, keyId: signer.keyId }]
    )
  })

  // verification-23: Entries after the last anchor do not count as proven.
  it("do not let entries that anyone could have chained on behind them look proven", async () => {
    const genuine = { "anchors.json": page(4, 9), "key.pem": signer.pem }
    const proven = await verified({ "export.json": anExport(rows.slice(0, 9)), ...genuine })
    assert.strictEqual(proven.verdict, "proven")
    const grown = rechained([...rows.slice(0, 9), { ...at(10), details: "forged" }])
    const report = await verified({ "export.json": anExport(grown), ...genuine })
    assert.strictEqual(report.verdict, "unvouched")
  })

  // verification-22: A key among the files never counts as a key of the auditor.
  it("a key that lies among the files is not the auditor's, whatever it is called", async () => {
    const forger = aSigner()
    const forged = rechained([{ ...at(1), details: "forged" }, ...rows.slice(1)])
    const last = forged.at(-1) ?? assert.fail("no entries")
    for (const key of [forger.pem, { algorithm: "Ed25519", keyId: forger.keyId, publicKeyPem: forger.pem }]) {
      const report = await verified({
        "export.json": anExport(forged),
        "anchors.json": aPage(orgId, [anAnchor(last, forger)], forger),
        "signing-key.pem": key
      })
      assert.strictEqual(report.verdict, "unvouched")
      assert.deepStrictEqual(
        report.keys.map(({ given }) => given),
        [false]
      )
    }
  })

  it("do not make others beside them look proven that anyone could have added", async () => {
    const added = aPage(orgId, [anAnchor(at(9)), anAnchor(at(4), signer)], signer)
    const report = await verified({ "anchors.json": added, "key.pem": signer.pem })
    assert.strictEqual(report.verdict, "unvouched")
    assert.include(said(report, "not_shown"), "Who made 1 of the anchors.")
  })

  it("fit an entry that is only in the skeleton", async () => {
    const sliced = anExport([at(2), at(5)], skeletonOf([at(3), at(4), at(6), at(7)]))
    const report = await verified({ "export.json": sliced, "anchors.json": page(7), "key.pem": signer.pem })
    assert.strictEqual(report.verdict, "proven")
    assert.include(said(report, "proven"), "Entries 2 to 7 are unchanged")
  })

  it("without a key from the auditor, the key that came with them vouches for nothing", async () => {
    const report = await verified({ "export.json": anExport(rows), "anchors.json": page(12) })
    assert.strictEqual(report.verdict, "unvouched")
    assert.include(said(report, "not_shown"), "Whose key came with the files.")
    assert.deepStrictEqual(
      report.keys.map(({ given }) => given),
      [false]
    )
  })

  it("a log that was rewritten behind an anchor contradicts it", async () => {
    const rewritten = rechained([...rows.slice(0, 5), { ...at(6), details: "forged" }, ...rows.slice(6)])
    const report = await verified({
      "export.json": anExport(rewritten),
      "anchors.json": page(3, 9),
      "key.pem": signer.pem
    })
    assert.deepStrictEqual(
      failuresOf(report).map(({ where }) => where),
      [{ file: "export.json", id: at(9).id }]
    )
    assert.include(said(report, "failed"), "Entry 9 had another hash when it was anchored.")
  })

  it("an anchored entry that was removed and the log chained anew is missed, whether the anchor has a number or not", async () => {
    const without = rechained(rows.filter(({ seq }) => seq !== 6).map((row, index) => ({ ...row, seq: index + 1 })))
    for (const extra of [{}, { seq: 6 }]) {
      const anchors = { ...page(3), anchors: [{ ...anAnchor(at(6), signer), ...extra }, anAnchor(at(3), signer)] }
      const report = await verified({
        "export.json": anExport(without),
        "anchors.json": anchors,
        "key.pem": signer.pem
      })
      assert.strictEqual(report.verdict, "failed")
      assert.match(said(report, "failed"), /has no entry in the file|was another one when it was anchored/)
    }
  })

  it("that lie outside of the file are not counted for it", async () => {
    const report = await verified({
      "export.json": anExport(rows.slice(4, 8)),
      "anchors.json": page(2, 8, 12),
      "key.pem": signer.pem
    })
    assert.strictEqual(report.verdict, "proven")
    assert.include(said(report, "not_shown"), "outside entries 5 to 8, 1 of them after the end")
  })

  it("each altered field of an anchor is found", async () => {
    const genuine = anAnchor(at(9), signer)
    for (const change of [
      { entry_id: at(8).id },
      { entry_hash: at(8).entry_hash },
      { entry_created_at: at(8).created_at },
      { anchored_at: "2026-03-03T00:00:00.000Z" },
      { signature: anAnchor(at(8), signer).signature },
      // The same bytes in another spelling: base64 leaves bits of the last digit unused.
      {
        signature: genuine.signature?.replace(/.==$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}==`) ?? ""
      },
      { signature: "none" }
    ]) {
      const anchors = aPage(orgId, [{ ...genuine, ...change }], signer)
      const report = await verified({ "export.json": anExport(rows), "anchors.json": anchors, "key.pem": signer.pem })
      assert.strictEqual(report.verdict, "failed", JSON.stringify(change))
    }
  })

  it("made with another key than the auditor's vouch for nothing, and that is a failure", async () => {
    const other = aSigner()
    for (const anchors of [aPage(orgId, [anAnchor(at(12), other)], other), aPage(orgId, [anAnchor(at(12))])]) {
      const report = await verified({ "export.json": anExport(rows), "anchors.json": anchors, "key.pem": signer.pem })
      assert.strictEqual(report.verdict, "failed")
      assert.include(said(report, "failed"), "The key that you gave vouches for nothing in this file.")
    }
    const claimed = aPage(orgId, [{ ...anAnchor(at(12), other), key_id: signer.keyId }], signer)
    const report = await verified({ "export.json": anExport(rows), "anchors.json": claimed, "key.pem": signer.pem })
    assert.include(said(report, "failed"), "is forged or damaged")
  })

  it("former keys are taken when they are given too", async () => {
    const former = aSigner()
    const both = aPage(orgId, [anAnchor(at(12), signer), anAnchor(at(3), former)], signer)
    const report = await verified({
      "export.json": anExport(rows),
      "a.json": both,
      "key.pem": signer.pem,
      "former.pem": former.pem
    })
    assert.strictEqual(report.verdict, "proven")
    assert.include(said(report, "proven"), "2 of 2 anchors are signed")
  })

  it("of another organisation, a page whose key has another name, and what the service marks as contradicted fail", async () => {
    const stranger = aLog(2)
    const [, last] = stranger
    if (last === undefined) return assert.fail("no entry")
    const foreign = aPage(last.org_id, [anAnchor(last, signer)], signer)
    assert.include(
      said(await verified({ "export.json": anExport(rows), "anchors.json": foreign }), "failed"),
      "The anchors belong to another organization than the entries."
    )
    const named = { ...page(9), key: { ...page(9).key, key_id: "0123456789abcdef" } }
    assert.include(said(await verified({ "anchors.json": named }), "failed"), "a different ID than stated")
    const published = { ...page(9), contradicted: [anAnchor(at(12), signer)] }
    assert.include(said(await verified({ "anchors.json": published }), "failed"), "marks anchors as contradicted")
  })

  it("as a bare list of what a witness kept are checked against the log's organisation", async () => {
    const kept = [12, 4].map((seq) => {
      const { org_id: _o, id: _i, signed_at: _s, source: _c, ...anchor } = anAnchor(at(seq), signer)
      return { ...anchor, seq }
    })
    const report = await verified({ "export.json": anExport(rows), "kept.json": kept, "key.pem": signer.pem })
    assert.strictEqual(report.verdict, "proven")
  })

  it("alone prove their signatures", async () => {
    const report = await verified({
      "anchors.json": page(4, 9),
      "key.json": { algorithm: "Ed25519", keyId: signer.keyId, publicKeyPem: signer.pem }
    })
    assert.strictEqual(report.verdict, "proven")
  })
})

describe("an export bundle", () => {
  const content = JSON.stringify(anExport(rows))
  const files = bundleFiles("audit-log.json", content, rows.length, signer)

  it("is proven with the auditor's key: signature, hash, and the chain inside", async () => {
    const report = await verified({ "b.zip": await zipOf(files), "key.pem": signer.pem })
    assert.deepStrictEqual(failuresOf(report), [])
    assert.strictEqual(report.verdict, "proven")
    assert.include(said(report, "proven"), "signed with the key that you gave")
  })

  it("with its own key only is not vouched for", async () => {
    assert.strictEqual((await verified({ "b.zip": await zipOf(files) })).verdict, "unvouched")
  })

  it("any exchanged or missing part fails", async () => {
    const other = aSigner()
    const without = (path: string) => Object.fromEntries(Object.entries(files).filter(([name]) => name !== path))
    const variants = {
      content: { ...files, "audit-log.json": content.replace("stage: 7", "stage: 8") },
      signature: { ...files, "audit-log.json.sig": other.sign(content) },
      unsigned: without("audit-log.json.sig"),
      empty: without("audit-log.json"),
      key: { ...files, "signing-key.pem": other.pem },
      "whole bundle by another": bundleFiles("audit-log.json", content, rows.length, other),
      count: bundleFiles("audit-log.json", content, 11, signer)
    }
    for (const [name, variant] of Object.entries(variants)) {
      const zip = await zipOf(variant)
      const withKey = await verified({ "b.zip": zip, "key.pem": signer.pem })
      // With the auditor's key it does not matter which key the bundle brings.
      assert.strictEqual(withKey.verdict, name === "key" ? "proven" : "failed", name)
      if (name !== "whole bundle by another" && name !== "key")
        assert.strictEqual((await verified({ "b.zip": zip })).verdict, "failed", name)
    }
  })

  it("unsigned proves only the chain", async () => {
    const report = await verified({
      "b.zip": await zipOf(bundleFiles("audit-log.json", content, rows.length, undefined))
    })
    assert.strictEqual(report.verdict, "unvouched")
    assert.include(said(report, "not_shown"), "It is not signed.")
  })

  it("a file that was added to it fails, whatever stands in it", async () => {
    const zip = await zipOf({ ...files, "more.json": JSON.stringify(anExport(aLog(2))) })
    assert.include(
      said(await verified({ "b.zip": zip, "key.pem": signer.pem }), "failed"),
      "A file was added to the bundle."
    )
  })

  it("a CSV is proven by its signature alone, and says that its rows are not", async () => {
    const csv = "ID,Timestamp,Actor,Action,Target,Details,Entry Hash,Prev Hash\r\n1,2,3,4,5,6,7,8\r\n"
    const report = await verified({
      "b.zip": await zipOf(bundleFiles("audit-log.csv", csv, 1, signer)),
      "key.pem": signer.pem
    })
    assert.strictEqual(report.verdict, "proven")
    assert.include(said(report, "not_shown"), "no hash can be calculated from them")
    const alone = await verified({ "audit-log.csv": csv })
    assert.strictEqual(alone.verdict, "unreadable")
  })

  it("the log's own entry about a file is found in a later file", async () => {
    const later = rechained([
      ...rows,
      { ...at(12), seq: 13, id: randomUUID(), action: "audit_log_exported", details: `sha256: ${sha256(content)}` }
    ])
    const report = await verified({ "export.json": content, "later.json": anExport(later) })
    assert.deepStrictEqual(failuresOf(report), [])
    assert.include(said(report, "proven"), `Entry 13 (audit_log_exported) names its SHA-256, ${sha256(content)}.`)
    assert.include(
      said(await verified({ "export.json": content }), "not_shown"),
      "That the log records the creation of this file."
    )
  })
})

describe("archives and detached signatures", () => {
  const archive = JSON.stringify(anArchive(rows, page(12)))

  it("an archive is proven by the signature given beside it, raw or base64, or by its anchor", async () => {
    const raw = signer.sign(archive)
    for (const signature of [raw, raw.toString("base64"), `${raw.toString("base64")}\n`]) {
      const report = await verified({ "archive.json": archive, "archive.json.sig": signature, "key.pem": signer.pem })
      assert.strictEqual(report.verdict, "proven")
      assert.include(said(report, "proven"), "was not changed since")
    }
    const anchored = await verified({ "archive.json": archive, "key.pem": signer.pem })
    assert.include(said(anchored, "proven"), "Entries 1 to 12 are unchanged")
    assert.strictEqual(anchored.verdict, "proven")
  })

  it("no byte of it can be changed unseen", async () => {
    const signature = signer.sign(archive)
    for (let at = 0; at < archive.length; at += 97) {
      const changed = Buffer.from(archive)
      changed[at] = (changed[at] ?? 0) ^ 1
      const report = await verified({ "archive.json": changed, "archive.json.sig": signature, "key.pem": signer.pem })
      assert.notStrictEqual(report.verdict, "proven", `byte ${at}`)
    }
  })

  it("a signature that fits none of the files fails", async () => {
    const report = await verified({
      "archive.json": `${archive} `,
      "archive.json.sig": signer.sign(archive),
      "key.pem": signer.pem
    })
    assert.include(said(report, "failed"), "The signature matches none of the files.")
  })

  it("one that has lost entries, or whose anchor is not over its last entry, says so", async () => {
    assert.strictEqual(
      (await verified({ "a.json": { ...anArchive(rows, page(12)), entries: rows.slice(1) } })).verdict,
      "failed"
    )
    const short = await verified({ "a.json": anArchive(rows.slice(0, 11), page(12)) })
    assert.include(said(short, "not_shown"), "That the archive contains all entries up to its creation.")
  })
})

describe("the evidence of a case", () => {
  const parts = {
    "case.json": "{}",
    "audit.json": JSON.stringify(anExport([at(2), at(5)], skeletonOf([at(3), at(4), at(6)]))),
    "anchors.json": JSON.stringify(page(6)),
    "signing-key.pem": signer.pem,
    "verify.html": "<!doctype html>"
  }
  const files = evidenceFiles(orgId, parts, signer)

  it("is proven whole: manifest, every file, chain and anchors", async () => {
    const report = await verified({ "e.zip": await zipOf(files), "key.pem": signer.pem })
    assert.deepStrictEqual(failuresOf(report), [])
    assert.strictEqual(report.verdict, "proven")
    assert.include(said(report, "proven"), "All 5 files of the evidence match its manifest")
    assert.include(said(report, "proven"), "Entries 2 to 6 are unchanged")
  })

  it("a changed, missing or added file and a changed manifest are found by name", async () => {
    const missing = Object.fromEntries(Object.entries(files).filter(([name]) => name !== "case.json"))
    const cases = [
      [{ ...files, "case.json": "{ }" }, "A file of the evidence was changed."],
      [missing, "A file of the evidence is missing."],
      [{ ...files, "added.txt": "x" }, "A file was added to the evidence."],
      [{ ...files, "manifest.json": `${files["manifest.json"]} ` }, "The file does not match its signature."]
    ] as const
    for (const [variant, sentence] of cases) {
      const report = await verified({ "e.zip": await zipOf(variant) })
      assert.include(said(report, "failed"), sentence)
    }
  })
})

describe("a ZIP whose signature was taken out", () => {
  // verification-24: The anchors in a ZIP do not replace its signature.
  it("is not vouched for by the anchors in it, which know of entries only", async () => {
    const parts = {
      "case.json": '{"forged":true}',
      "audit.json": JSON.stringify(anExport([at(2), at(5)], skeletonOf([at(3), at(4), at(6)]))),
      "anchors.json": JSON.stringify(page(6))
    }
    const report = await verified({
      "e.zip": await zipOf(evidenceFiles(orgId, parts, undefined)),
      "key.pem": signer.pem
    })
    assert.include(said(report, "failed"), "The file as a whole is not signed with the key that you gave.")
  })
})

describe("input that is not what it should be is a finding in words", () => {
  const pem = (type: "rsa" | "ec") =>
    (type === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 1024 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" })
    ).publicKey
      .export({ format: "pem", type: "spki" })
      .toString()
  const secret = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()
  const whole = JSON.stringify(anExport(rows))

  it.each([
    ["nothing", "", "It is empty."],
    ["text", "hello", "It is not an export"],
    ["half a JSON", whole.slice(0, 900), "It is not complete JSON"],
    ["other JSON", { a: 1 }, "not a verifiable file of the service"],
    ["no UTF-8", Buffer.concat([Buffer.from('{"rows":["'), Buffer.from([0xff, 0xfe])]), "not UTF-8"],
    ["deep nesting", `{"rows":${"[".repeat(200_000)}`, "nested more than 32 deep"],
    ["a field twice", `{"rows":[],${whole.slice(1)}`, 'The field "rows" appears twice'],
    ["a field twice, once escaped", `{"r\\u006fws":[],${whole.slice(1)}`, 'The field "rows" appears twice'],
    ["__proto__ instead of fields", `{"__proto__":${whole}}`, "not a verifiable file of the service"],
    ["an export without a time", { rows, skeleton: [] }, "It must hold exported_at"],
    ["an archive without entries", { ...anArchive(rows, page(12)), entries: 5 }, "The archive could not be read."],
    ["an RSA key", pem("rsa"), "It is a public key of another kind."],
    ["a P-256 key", pem("ec"), "It is a public key of another kind."],
    ["a private key", secret, "It is a private key."],
    ["a certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "It is a certificate"],
    ["a key that is no base64", "-----BEGIN PUBLIC KEY-----\nAAA\n-----END PUBLIC KEY-----\n", "is not base64"],
    ["a ZIP that is only a beginning", Buffer.from("PK\u0003\u0004rest"), "The ZIP was not opened."]
  ])("%s", async (_name, content, sentence) => {
    const report = await verified({ given: content })
    assert.strictEqual(report.verdict, "unreadable")
    assert.include(said(report, "unreadable"), sentence)
  })

  it("what was given as something else than it is", async () => {
    const report = await verify([
      input("export.json", anExport(rows)),
      input("k", "hello", "Key"),
      input("a", signer.pem, "Anchors")
    ])
    assert.include(said(report, "unreadable"), "It was given as a public key, but is not one.")
    assert.include(said(report, "unreadable"), "It was given as a page of anchors, but is not one.")
  })

  it("a list of another kind than asked for does not stop the check", async () => {
    for (const wrong of [null, 5, "x", [[]], [null, 5, "x", {}]]) {
      const report = await verified({
        "a.json": { ...page(4), anchors: wrong },
        "e.json": { ...anExport(rows), skeleton: wrong }
      })
      assert.notStrictEqual(report.verdict, "proven")
      assert.notInclude(said(report, "unreadable"), "The check was interrupted")
    }
  })

  it("ten thousand broken entries are counted, not listed", async () => {
    const report = await verified({ "e.json": anExport(Array.from({ length: 10_000 }, () => ({}))) })
    assert.isBelow(report.findings.length, 1100)
    assert.include(said(report, "failed"), "more checks failed.")
  })

  // verification-25: Texts from files cannot control a terminal or change the text direction.
  it("names and ids cannot steer a terminal or turn the text around", async () => {
    const report = await verified({ "\u001b[2Jevil\u202e.json": "x", "e.json": anExport([{ id: "\u001b]0;x\u0007" }]) })
    assert.notMatch(JSON.stringify(report), /\\u001b|\u202e/)
  })
})

describe("a ZIP that lies", () => {
  const inside = { "audit-log.json": Buffer.from("{}") }
  const plain = Buffer.from(zipSync(inside, { level: 0 }))
  const patched = (find: Buffer | number, offset: number, bytes: ReadonlyArray<number>) => {
    const zip = Buffer.from(plain)
    zip.set(bytes, (typeof find === "number" ? find : zip.indexOf(find)) + offset)
    return zip
  }
  const central = Buffer.from([0x50, 0x4b, 1, 2])

  it.each([
    ["a path upwards", Buffer.from(zipSync({ "../up.json": Buffer.from("{}") })), "a path that points elsewhere"],
    ["an absolute path", Buffer.from(zipSync({ "/etc/x": Buffer.from("{}") })), "a path that points elsewhere"],
    ["a backslash", Buffer.from(zipSync({ "a\\b": Buffer.from("{}") })), "a path that points elsewhere"],
    [
      "a link",
      Buffer.from(zipSync({ l: [Buffer.from("/etc/passwd"), { os: 3, attrs: 0o120777 * 65536 }] })),
      "is not a file but a link"
    ],
    ["encryption", patched(central, 8, [1]), "encrypted with a password"],
    ["a larger size than its bytes give", patched(central, 24, [255, 255, 255, 15]), "damaged"],
    ["another checksum", patched(central, 16, [1, 2, 3, 4]), "is damaged"],
    ["another name in front of the file", patched(0, 30, [120]), "damaged"],
    ["an unknown packing", patched(central, 10, [99]), "packed in an unknown way"],
    ["more entries than it has", patched(plain.length - 22, 10, [9]), "damaged"],
    ["too many entries", patched(plain.length - 22, 10, [255, 254]), "more than 5000 files"],
    ["a missing end", plain.subarray(0, -4), "truncated"]
  ])("%s", async (_name, zip, sentence) => {
    const report = await verified({ "x.zip": zip })
    assert.strictEqual(report.verdict, "unreadable")
    assert.include(said(report, "unreadable"), sentence)
  })

  it("one file twice, and files upon each other", async () => {
    const two = Buffer.from(zipSync({ "a.json": Buffer.from("{}"), "b.json": Buffer.from("{}") }, { level: 0 }))
    const twice = Buffer.from(two.toString("latin1").replaceAll("b.json", "a.json"), "latin1")
    assert.include(said(await verified({ "x.zip": twice }), "unreadable"), "is in it twice")
  })

  it("a file that unpacks to more than it says stops there", async () => {
    const bomb = Buffer.from(zipSync({ "b.json": new Uint8Array(50_000_000) }, { level: 9 }))
    bomb.writeUInt32LE(1000, bomb.indexOf(central) + 24)
    assert.include(said(await verified({ "x.zip": bomb }), "unreadable"), "unpacks to more than it says")
  })

  it("any cut of a bundle is refused without a stack trace", async () => {
    const zip = await zipOf(bundleFiles("audit-log.json", JSON.stringify(anExport(rows)), rows.length, signer))
    for (let length = 0; length < zip.length; length += 37) {
      const report = await verified({ "x.zip": zip.subarray(0, length) })
      assert.strictEqual(report.verdict, "unreadable")
      assert.notInclude(said(report, "unreadable"), "The check was interrupted")
    }
  })
})
