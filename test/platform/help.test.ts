import { assert, describe, it, layer } from "#test/support/suite"
import { helpGroups } from "@svc/dashboard/help"
import { helpSources } from "@svc/dashboard/help-source"
import { pages } from "@svc/dashboard/pages"
import { globSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import { helpPages } from "#platform/help/pages"
import { send, withStatus } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"

const topics = helpGroups.flatMap(({ topics }) => [...topics])

layer(TestApp)("GET /help and /help/{topic}", (it) => {
  // dashboard-10: How each part works is said at `/help`, to anybody, one click from its screen.
  // dashboard-12: Help pages need no sign-in, no script and no cookie.
  it.status(200, "to anybody, a page without script, form or cookie; every topic is on the index", function* () {
    const index = yield* withStatus(200, send("GET", "/help"))
    assert.match(
      index.headers["content-security-policy"] ?? "",
      /^default-src 'none'; img-src data:; style-src 'sha256-[A-Za-z0-9+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
    )
    assert.deepInclude(index.headers, { "referrer-policy": "no-referrer", vary: "accept-language" })
    for (const topic of topics) {
      assert.include(index.text, `href="/help/${topic}?lang=en"`)
      const page = yield* withStatus(200, send("GET", `/help/${topic}`), topic)
      assert.notProperty(page.headers, "set-cookie")
      assert.notMatch(page.text, /<script|<form|<img|\sstyle="|\son\w+="/, topic)
    }
  })

  it.effect("in the language that is asked for; what changed is told in English, and says so", function* () {
    const german = { "accept-language": "de" }
    const there = yield* send("GET", "/help/offboardings", { headers: german })
    assert.include(there.text, `<html lang="de">`)
    assert.include(there.text, "<h1>Austritte</h1>")
    assert.notInclude(there.text, "nur auf Englisch")
    const changes = yield* send("GET", "/help/changes?lang=de")
    assert.include(changes.text, "nur auf Englisch")
    assert.include(changes.text, `<h1 lang="en">Changelog</h1>`)
  })

  it.status(404, "for a page that is not there, with those that are; 405 for other methods", function* () {
    for (const topic of ["nothing", "../package.json", "%2e%2e%2fREADME"]) {
      const answer = yield* withStatus(404, send("GET", `/help/${encodeURIComponent(topic)}`), topic)
      assert.include(answer.text, "Page not found")
      assert.include(answer.text, "/help/offboardings")
    }
    assert.strictEqual((yield* send("POST", "/help/start")).status, 405)
  })
})

describe("the pages of help", () => {
  // dashboard-10
  // dashboard-13: Every help topic exists in each language with the same headings and links.
  it("are the files that are there, in every language with the same headings and links", () => {
    const [english, german] = [helpSources("en"), helpSources("de")]
    for (const language of ["en", "de"] as const) {
      assert.sameMembers(
        globSync(`packages/dashboard/src/**/help.${language}.md`),
        helpSources(language).flatMap(({ file, topic }) => (topic === "changes" ? [] : [relative(".", file)]))
      )
    }
    const shape = ({ markdown }: { readonly markdown: string }) => ({
      headings: markdown.match(/^#+ /gm)?.map((mark) => mark.trim()),
      links: [...markdown.matchAll(/\]\(([^)#]*)/g)].map(([, to]) => to).toSorted(),
      tables: markdown.match(/^\|.*/gm)?.length
    })
    for (const [place, source] of english.entries()) {
      const other = german[place]
      assert.isDefined(other)
      assert.strictEqual(other.topic, source.topic)
      assert.deepStrictEqual(shape(other), shape(source), source.topic)
      if (source.topic !== "changes") assert.notStrictEqual(other.summary, source.summary, source.topic)
    }
  })

  it("lead to pages, headings and documents that there are", () => {
    for (const language of ["en", "de"] as const) {
      const { index, topics: made } = helpPages(language)
      for (const [topic, content] of [["", index], ...made]) {
        for (const [, address = ""] of (content ?? "").matchAll(/href="([^"]*)"/g)) {
          const [, to, anchor] = /^\/help\/([a-z-]+)\?lang=(?:en|de)(#.+)?$/.exec(address) ?? []
          if (to !== undefined) {
            assert.isTrue(made.has(to), `${topic}: ${address}`)
            if (anchor !== undefined) assert.include(made.get(to), `id="${anchor.slice(1)}"`)
          } else {
            assert.match(
              address,
              /^(?:\/help\?lang=(?:en|de)|\/docs|\/|data:,|https:\/\/www\.standardwebhooks\.com)$/,
              topic
            )
          }
        }
      }
    }
  })

  it("are named as the words of today are: no page of the dashboard that is gone is linked", () => {
    const known = new Set<string>(pages.map(({ path }) => path))
    for (const { markdown, topic } of helpSources("en")) {
      for (const [, path = ""] of markdown.matchAll(/\]\((\/[a-z/-]+)\)/g)) {
        assert.isTrue(path === "/docs" || known.has(path), `${topic}: ${path}`)
      }
    }
  })

  it("are what screens link to: every link names one, and screens of a list have one", () => {
    const linked = globSync("packages/dashboard/src/**/*.tsx").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bhelp="([a-z-]+)"/g)].map(([, topic]) => topic ?? "")
    )
    assert.isAtLeast(linked.length, 14)
    for (const topic of linked) assert.include(topics, topic)
  })
})
