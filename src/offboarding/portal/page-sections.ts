import type { PortalPage } from "@svc/contract/portal/schema"
import { DateTime } from "effect"
import html from "html-template-tag"
import { due, type Html, listed, momentIn, problemOf, providers, section, type Shown, text } from "./page-parts.ts"
import { portalWords } from "./words.ts"

const actionOf = ({ lang, path }: Shown, what: "tasks" | "assets", id: string) =>
  text(`${path}/${what}/${id}?lang=${lang}`)

const task = (shown: Shown, { can_tick, completed, due_date, id, task }: PortalPage["tasks"][number]): Html => {
  const words = portalWords[shown.lang].tasks
  const state = completed ? words.done : words.open
  const box = html`<span class="${completed ? "box done" : "box"}"></span>`
  const hasTick = can_tick && shown.page.closed === null
  const tick = hasTick
    ? html`<form method="post" action="$${actionOf(shown, "tasks", id)}">
        <input type="hidden" name="completed" value="${String(!completed)}" />
        <button
          class="tick"
          id="tick-${id}"
          role="checkbox"
          aria-checked="${String(completed)}"
          aria-labelledby="name-${id}"
        >
          $${box}
        </button>
      </form>`
    : html`<span class="fixed" aria-hidden="true">$${box}</span>`
  return html`<li id="task-${id}" class="${completed ? "is-done" : ""}">
    $${tick}
    <div class="what">
      <strong id="name-${id}">$${hasTick ? html`<label for="tick-${id}">${task}</label>` : html`${task}`}</strong>
      $${completed ? "" : due(shown, words, due_date)}
      $${can_tick || completed ? "" : html`<small>${words.byItself}</small>`} $${problemOf(shown, id)}
    </div>
    <span class="end"><span class="badge ${completed ? "good" : ""}">${state}</span></span>
  </li>`
}

const tasks = (shown: Shown): Html => {
  const all = shown.page.tasks
  return all.length === 0
    ? ""
    : section("tasks", portalWords[shown.lang].tasks.title, [listed(all.map((one) => task(shown, one)))])
}

const asset = (shown: Shown, one: PortalPage["assets"][number]): Html => {
  const words = portalWords[shown.lang].assets
  const { problem } = shown
  const isProblem = problem?.of === one.id
  const stored = { carrier: one.carrier, trackingNumber: one.tracking_number }
  const value = isProblem ? (problem.typed ?? stored) : stored
  const wrong = isProblem ? `aria-invalid="true" aria-describedby="problem"` : ""
  const form = html`<form class="tracking" method="post" action="$${actionOf(shown, "assets", one.id)}">
    <label
      >${words.carrier}<input
        id="carrier-${one.id}"
        name="carrier"
        value="${value.carrier}"
        maxlength="60"
        autocomplete="off"
        $${wrong}
    /></label>
    <label
      >${words.tracking}<input
        id="tracking-${one.id}"
        name="trackingNumber"
        value="${value.trackingNumber}"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        $${wrong}
    /></label>
    <button class="button second" id="save-${one.id}" aria-describedby="name-${one.id}">${words.save}</button>
  </form>`
  return html`<li id="asset-${one.id}">
    <div class="what">
      <strong id="name-${one.id}">${one.item_name}</strong>
      $${one.serial_number === "" ? "" : html`<small>${words.serial} ${one.serial_number}</small>`}
      $${due(shown, words, one.return_deadline)} $${shown.page.closed === null ? form : ""} $${problemOf(shown, one.id)}
    </div>
    $${one.tracking_number === "" ? "" : html`<span class="end"><span class="badge good">${words.given}</span></span>`}
  </li>`
}

const whom = ({ lang, page: { contact } }: Shown) =>
  contact === null ? null : (contact.name ?? portalWords[lang].assets.somebody)

const assets = (shown: Shown): Html => {
  const words = portalWords[shown.lang].assets
  const all = shown.page.assets
  if (all.length === 0) return ""
  const teller = whom(shown)
  const { return_instructions } = shown.page
  return section("assets", words.title, [
    html`<p class="said">
      ${words.about} ${teller === null || return_instructions !== null ? "" : words.where(teller)}
    </p>`,
    return_instructions === null ? "" : html`<p class="note calm">${return_instructions}</p>`,
    listed(all.map((one) => asset(shown, one)))
  ])
}

const document = (
  shown: Shown,
  { doc_type, download_url, id, name, signing, status }: PortalPage["documents"][number]
) => {
  const words = portalWords[shown.lang].documents
  return html`<li id="document-${id}" class="sides">
    <div class="what">
      <strong>${name}</strong>
      <small> ${doc_type === "Other" ? "" : `${doc_type} · `}${words.statuses[status]} </small>
    </div>
    <span class="end">
      $${
        download_url === null
          ? ""
          : html`<a
              class="button second"
              href="$${text(download_url)}"
              rel="noreferrer"
              aria-label="${words.download}: ${name}"
              >${words.download}</a
            >`
      }
      $${
        signing === null
          ? ""
          : html`<a class="button" href="$${text(signing.sign_url)}" rel="noreferrer"
              >${words.sign(providers[signing.provider])}</a
            >`
      }
    </span>
  </li>`
}

const documents = (shown: Shown): Html => {
  const words = portalWords[shown.lang].documents
  const all = shown.page.documents
  return all.length === 0
    ? ""
    : section("documents", words.title, [
        html`<p class="said">${words.about}</p>`,
        listed(all.map((one) => document(shown, one)))
      ])
}

const interview = ({ lang, locale, page }: Shown): Html => {
  const words = portalWords[lang].interview
  const { interview } = page
  if (interview === null) return ""
  const book =
    interview.booking_url === null || page.closed !== null
      ? ""
      : html`<a class="button" href="$${text(interview.booking_url)}" rel="noreferrer">${words.book}</a>`
  if (interview.status === "scheduled" && interview.scheduled_for !== null) {
    const at = interview.scheduled_for
    return section("interview", words.title, [
      html`<p>
        ${words.scheduled}
        <strong><time data-moment datetime="${DateTime.formatIso(at)}">${momentIn(locale, at)}</time></strong>
      </p>`,
      html`<p class="said">${words.change}</p>`
    ])
  }
  if (interview.status === "completed") return section("interview", words.title, [html`<p>${words.completed}</p>`])
  return section("interview", words.title, [
    html`<p>${interview.status === "canceled" ? words.canceled : words.invited}</p>`,
    book
  ])
}

const questions = ({ lang, page: { contact } }: Shown): Html => {
  const words = portalWords[lang].questions
  return section("questions", words.title, [
    contact === null
      ? html`<p>${words.nobody}</p>`
      : html`<p>
          ${words.ask} $${contact.name === null ? "" : html`${contact.name}, `}<a
            href="$${text(`mailto:${encodeURIComponent(contact.email).replace("%40", "@")}`)}"
            >${contact.email}</a
          >.
        </p>`
  ])
}

/** Sections of the page, in order; empty ones are omitted. */
export const sections = [tasks, assets, documents, interview, questions]
