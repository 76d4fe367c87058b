import type { OffboardingSource, OffboardingStatus, StageChangeSource } from "@svc/contract/offboardings/schema"
import { germanStageNames as stages } from "@svc/contract/offboardings/stage-names"
import {
  appsLeft,
  countLeft,
  type Facts,
  headline,
  type MovedTogether,
  type NotificationText,
  type NotifiedEvent,
  type Texts
} from "./text.ts"

const nextSteps: Readonly<Record<OffboardingStatus, string>> = {
  pending: "Im Austritt siehst du die Aufgaben.",
  notice_period: "Im Austritt siehst du die Aufgaben.",
  it_revocation: "Prüfe, ob der Zugriff in jeder App entzogen ist.",
  asset_recovery: "Prüfe, ob alle Geräte zurückkommen.",
  completed: "Du musst nichts tun.",
  cancelled: "Der geplante Entzug findet nicht statt."
}

const from: Readonly<Partial<Record<OffboardingSource, string>>> = {
  api: "über die API",
  hris: "vom HR-System",
  scim: "vom Identitätsanbieter",
  contract_expiry: "wegen eines Vertragsendes"
}

const settings: Readonly<Partial<Record<StageChangeSource, string>>> = {
  automation: "„In die nächste Stufe, wenn die Bedingungen erfüllt sind“",
  schedule: "„Entzug am letzten Tag starten“"
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", ...options })
const short = format({ day: "numeric", month: "short" })
const long = format({ dateStyle: "medium" })
const clock = format({ dateStyle: "medium", timeStyle: "short" })
const dayInText = (day: string) => long.format(new Date(`${day}T00:00:00Z`))

const number = new Intl.NumberFormat("de-DE")
const counted = (count: number, one: string, other: string) => `${number.format(count)} ${count === 1 ? one : other}`
const named = ({ person }: Facts) => person ?? "einer Person"
const lastDay = ({ lastDay: day }: Facts) => (day === null ? "" : ` Letzter Tag: ${dayInText(day)}.`)
const titleDay = ({ lastDay: day }: Pick<Facts, "lastDay">) =>
  day === null ? "" : `, letzter Tag ${short.format(new Date(`${day}T00:00:00Z`))}`

const reasons = {
  casework: "du Austritte bearbeitest",
  revoking: "du Zugriffe entziehen kannst",
  administration: "du die Einstellungen verwaltest",
  connecting: "du Integrationen verwaltest",
  equipment: "du Geräte verwaltest",
  documents: "du Dokumente verwaltest",
  approver: "deine Freigabe nötig ist",
  requester: "du diesen Austritt beantragt hast",
  owner: "du als neuer Eigentümer bestimmt bist",
  assigned: "du dafür verantwortlich bist",
  mentioned: "du erwähnt wurdest",
  following: "du diesem Austritt folgst",
  superadmin: "du Super-Admin bist"
} as const

const text = (title: string, body: string, action: string, reason: keyof typeof reasons): NotificationText => ({
  title,
  body,
  action,
  reason: reasons[reason]
})

const endings = {
  declined: [
    "Signatur abgelehnt",
    "wurde nicht unterschrieben: Die unterzeichnende Person hat abgelehnt. Sprich mit ihr, und fordere die Signatur dann neu an."
  ],
  expired: [
    "Signaturanfrage abgelaufen",
    "wurde nicht rechtzeitig unterschrieben. Fordere die Signatur neu an, oder lass es auf Papier unterschreiben."
  ],
  voided: [
    "Signaturanfrage zurückgezogen",
    "kann nicht mehr unterschrieben werden: Die Anfrage wurde beim Anbieter zurückgezogen. Fordere die Signatur bei Bedarf neu an."
  ],
  failed: [
    "Signaturanfrage nicht gesendet",
    "wurde nicht zur Unterschrift gesendet: Der Anbieter hat es abgelehnt. Fordere die Signatur neu an."
  ]
} as const

/** Why no offboarding was created, by the tag of the refusal; others in the service's own words. */
const notCreated: Readonly<Record<string, string>> = {
  PlanLimitReached: "Ohne Plan sind keine weiteren offenen Austritte möglich",
  UnknownApps: "Eine App ist nicht verbunden"
}

const moved = (event: Extract<NotifiedEvent, { readonly _tag: "offboarding.stage_changed" }>, facts: Facts) => {
  const [before, after] = [stages[event.previousStatus], stages[event.status]]
  const what = `den Austritt von ${named(facts)} von „${before}“ nach „${after}“ verschoben`
  const setting = settings[event.source]
  const who =
    setting !== undefined
      ? `Die Einstellung ${setting} hat ${what}.`
      : facts.actor === null
        ? `Der Austritt von ${named(facts)} wurde ${event.source === "api" ? "über die API " : ""}von „${before}“ nach „${after}“ verschoben.`
        : `${facts.actor} hat ${what}.`
  return text(
    event.status === "completed" || event.status === "cancelled"
      ? headline`Austritt ${after.toLowerCase()}: ${named(facts)}`
      : headline`${facts.person ?? "Ein Austritt"}: jetzt ${after}`,
    `${who} ${nextSteps[event.status]}`,
    "Austritt öffnen",
    "casework"
  )
}

const movedTogether = ({ count, listed, sources, status }: MovedTogether, { name }: Facts) => {
  const what = counted(count, "Austritt", "Austritte")
  const names = sources.flatMap((source) => settings[source] ?? []).join(" und ")
  const lines = listed.map(
    (one) =>
      `${name(one.person) ?? "Eine Person"}${titleDay(one)}: ${stages[one.previousStatus]} → ${stages[one.status]}`
  )
  const more = count - lines.length
  return {
    ...text(
      status === null ? headline`${what}: jetzt eine Stufe weiter` : headline`${what}: jetzt ${stages[status]}`,
      `${sources.length === 1 ? `Die Einstellung ${names} hat` : `Die Einstellungen ${names} haben`} ${what} verschoben. ${status === null ? "In jedem Austritt siehst du, was noch offen ist." : nextSteps[status]}`,
      "Austritte öffnen",
      "casework"
    ),
    list: { lines, more: more === 0 ? null : `und ${number.format(more)} weitere` }
  }
}

const revoked = (event: Extract<NotifiedEvent, { readonly _tag: "revocation.completed" }>, facts: Facts) => {
  const count = countLeft(event)
  const apps = appsLeft(event)
  const where =
    apps.length === 1 && count === 1 && apps[0] !== undefined
      ? facts.show(apps[0])
      : `${counted(count, "App", "Apps")} fehlgeschlagen`
  const ended = event.retries !== undefined && event.retries.number > 0
  const again =
    event.retries === undefined || event.retries.next_try_at === null
      ? ""
      : ` Automatisch wiederholt: ${number.format(event.retries.again)}, nächster Versuch ${clock.format(new Date(event.retries.next_try_at))} (UTC).`
  const run =
    facts.actor !== null
      ? `Der Entzug, den ${facts.actor} gestartet hat,`
      : event.source === "schedule"
        ? "Der automatische Entzug"
        : "Der Entzug"
  const what = `In ${counted(count, "App", "Apps")} ließ sich der Zugriff von ${named(facts)} nicht entziehen`
  return text(
    ended
      ? headline`Wiederholungen beendet: ${facts.person ?? "Eine Person"} hat noch Zugriff`
      : headline`${facts.person ?? "Eine Person"} hat noch Zugriff: ${where}`,
    ended
      ? `${what}, und die automatischen Wiederholungen sind beendet. Versuche es erneut, oder entferne den Zugriff in der App und markiere ihn als entfernt.`
      : `${run} ist unvollständig: ${what}.${again} Der Tab „Zugriff“ zeigt, wo. Versuche es dort erneut, oder entferne den Zugriff in der App und markiere ihn als entfernt.`,
    "Zugriffe öffnen",
    "revoking"
  )
}

const becameSuperAdmin = ({
  grantedBy,
  how,
  member
}: Extract<NotifiedEvent, { readonly _tag: "member.became_superadmin" }>) => {
  const by = grantedBy ?? "einem ehemaligen Mitglied"
  if (how === "invitation") return `${member} hat eine Einladung von ${by} angenommen.`
  return how === "role_change"
    ? `Die Rolle von ${member} wurde von ${by} geändert.`
    : `Die Organisation wurde von ${by} beim Schließen des eigenen Kontos an ${member} übergeben.`
}

export const de: Texts = {
  why: (reason, organisation) =>
    `Du bekommst diese E-Mail, weil ${reason} (${organisation}). In deinem Konto kannst du sie unter „Mitteilungen“ abschalten.`,
  movedTogether,
  imported: ({ source }, count, facts) => {
    const verb = source === "csv" ? "importiert" : "angelegt"
    const what = counted(count, "Austritt", "Austritte")
    return text(
      facts.actor === null ? headline`${what} ${verb}` : headline`${facts.actor} hat ${what} ${verb}`,
      `${facts.actor ?? "Ein Mitglied"} hat ${what} ${source === "csv" ? "aus einer CSV-Datei " : "zusammen "}${verb}. Prüfe in der Liste letzte Tage und Apps.`,
      "Austritte öffnen",
      "casework"
    )
  },
  of: (event, facts) => {
    switch (event._tag) {
      case "offboarding.created":
        return text(
          headline`Neuer Austritt: ${facts.person ?? "eine Person"}${titleDay(facts)}`,
          `${
            facts.actor === null
              ? `Ein Austritt für ${facts.person ?? "eine Person"} wurde ${from[event.source] === undefined ? "" : `${from[event.source]} `}angelegt.`
              : `${facts.actor} hat einen Austritt für ${facts.person ?? "eine Person"} gestartet.`
          }${lastDay(facts)} Prüfe Apps und Aufgaben.`,
          "Austritt öffnen",
          "casework"
        )
      case "offboarding.stage_changed":
        return moved(event, facts)
      case "offboardings.assigned": {
        const count = event.offboardingIds.length
        return count === 1
          ? text(
              headline`Du bist verantwortlich: ${named(facts)}${titleDay(facts)}`,
              `${facts.actor ?? "Ein Mitglied"} hat dich für den Austritt von ${named(facts)} verantwortlich gemacht.${lastDay(facts)} Prüfe Apps und Aufgaben.`,
              "Austritt öffnen",
              "assigned"
            )
          : text(
              `Du bist für ${number.format(count)} weitere Austritte verantwortlich`,
              `${facts.actor ?? "Ein Mitglied"} hat dich für ${counted(count, "Austritt", "Austritte")} verantwortlich gemacht. Prüfe in der Liste die letzten Tage und Apps.`,
              "Austritte öffnen",
              "assigned"
            )
      }
      case "comment.mentioned":
        return text(
          headline`${facts.actor ?? "Ein Mitglied"} hat dich erwähnt: ${named(facts)}`,
          `${facts.actor ?? "Ein Mitglied"} hat dich in einem Kommentar zum Austritt von ${named(facts)} erwähnt. Öffne ihn, um den Kommentar zu lesen.`,
          "Kommentar lesen",
          "mentioned"
        )
      case "comment.added":
        return text(
          headline`Neuer Kommentar von ${facts.actor ?? "einem Mitglied"}: ${named(facts)}`,
          `${facts.actor ?? "Ein Mitglied"} hat den Austritt von ${named(facts)} kommentiert. Öffne ihn, um den Kommentar zu lesen.`,
          "Kommentar lesen",
          "following"
        )
      case "revocation.completed":
        return revoked(event, facts)
      case "revocation.waiting":
        return text(
          headline`Entzug starten: ${facts.person ?? "eine Person"}`,
          `Ein API-Schlüssel hat den Austritt von ${named(facts)} angelegt, mit einem Zugriffsende heute oder in der Vergangenheit. Die tägliche Grenze für automatische Entzüge per API-Schlüssel ist erreicht, daher wurde nichts entzogen. Prüfe den Austritt, und starte dann den Entzug.`,
          "Zugriffe öffnen",
          "revoking"
        )
      case "checklist.sla_breached":
        return text(
          headline`Überfällige Aufgabe: ${facts.show(event.task)} (${facts.person ?? "eine Person"})`,
          `Die Aufgabe „${facts.show(event.task)}“ im Austritt von ${named(facts)}, zuständig: ${facts.show(event.assignedTo)}, ist überfällig. Erledige sie, oder markiere sie als nicht nötig.`,
          "Aufgaben öffnen",
          "casework"
        )
      case "task.assigned":
        return text(
          headline`Deine Aufgabe: ${facts.show(event.task)} (${facts.person ?? "eine Person"})`,
          `${facts.actor ?? "Ein Mitglied"} hat dich für die Aufgabe „${facts.show(event.task)}“ im Austritt von ${named(facts)} verantwortlich gemacht.${event.dueDate === null ? "" : ` Fällig: ${dayInText(event.dueDate)}.`} Erledige sie, oder markiere sie als nicht nötig.`,
          "Aufgaben öffnen",
          "assigned"
        )
      case "task.due":
        return text(
          headline`Heute fällig: ${facts.show(event.task)} (${facts.person ?? "eine Person"})`,
          `Deine Aufgabe „${facts.show(event.task)}“ im Austritt von ${named(facts)} ist heute fällig, am ${dayInText(event.dueDate)}. Erledige sie, oder markiere sie als nicht nötig.`,
          "Aufgaben öffnen",
          "assigned"
        )
      case "asset.overdue":
        return text(
          headline`Gerät überfällig: ${facts.show(event.itemName)}`,
          `${facts.show(event.itemName)} (${facts.show(event.serialNumber)}) war bis ${dayInText(event.returnDeadline)} zurückzugeben und fehlt noch. Frag danach, oder markiere das Gerät als zurückgegeben oder verloren.`,
          "Geräte öffnen",
          "equipment"
        )
      case "asset.shipment_announced":
        return text(
          headline`Rücksendung unterwegs: ${facts.show(event.itemName)}`,
          `${facts.person ?? "Eine Person"} hat ${facts.show(event.itemName)} (${facts.show(event.serialNumber)}) zurückgeschickt${event.carrier === "" ? "" : `, mit ${facts.show(event.carrier)}`}, Sendungsnummer ${facts.show(event.trackingNumber)}. Markiere das Gerät als angekommen, sobald es da ist.`,
          "Geräte öffnen",
          "equipment"
        )
      case "webhook.auto_disabled":
        return text(
          headline`Webhook pausiert: ${event.host}`,
          `25 Zustellungen in Folge an ${event.host} sind fehlgeschlagen. Solange der Webhook pausiert ist, werden keine Ereignisse gesendet. Behebe den Fehler beim Empfänger, und setze den Webhook dann fort.`,
          "Webhook öffnen",
          "administration"
        )
      case "initiation.waiting": {
        const asks = `${facts.requester ?? "Ein Mitglied"} hat einen Austritt für ${facts.person ?? "eine Person"} beantragt.${lastDay(facts)}`
        return text(
          event.delegated
            ? headline`Freigabe an dich übertragen: ${facts.person ?? "ein Austritt"}`
            : headline`Austritt freigeben: ${facts.person ?? "eine Person"}${titleDay(facts)}`,
          event.delegated
            ? `${facts.actor ?? "Ein Mitglied"} hat dir eine Freigabe übertragen. ${asks} Gib den Antrag frei, oder lehne ihn ab.`
            : `${asks} Gib den Antrag frei, oder lehne ihn ab.`,
          "Antrag prüfen",
          "approver"
        )
      }
      case "initiation.decided":
        return text(
          event.outcome === "approved"
            ? headline`Antrag freigegeben: ${facts.person ?? "ein Austritt"}`
            : headline`Antrag abgelehnt: ${facts.person ?? "ein Austritt"}`,
          event.outcome === "approved"
            ? `${facts.actor ?? "Eine freigebende Person"} hat deinen Antrag freigegeben. Der Austritt von ${named(facts)} ist gestartet. Du musst nichts tun.`
            : `${facts.actor ?? "Eine freigebende Person"} hat deinen Antrag zum Austritt von ${named(facts)} abgelehnt. Den Grund findest du im Antrag.`,
          "Antrag öffnen",
          "requester"
        )
      case "integration.credential_refused":
        return text(
          headline`${facts.show(event.service)}: Zugangsdaten abgelehnt`,
          `${facts.show(event.service)} akzeptiert die gespeicherten Zugangsdaten nicht mehr, daher lässt sich dort kein Zugriff entziehen. Verbinde die App neu, und wiederhole dann fehlgeschlagene Entzüge.`,
          "Integration öffnen",
          "connecting"
        )
      case "residual_access.found":
        return event.at_once === true
          ? text(
              headline`${facts.person ?? "Eine Person"} hat noch Zugriff: ${facts.show(event.service)}`,
              `${facts.show(event.service)} hat den Entzug für ${named(facts)} angenommen, zeigt das Konto aber weiter als aktiv. Versuche es erneut, oder entferne das Konto in der App und schließe den Befund.`,
              "Zugriffe öffnen",
              "revoking"
            )
          : text(
              headline`${facts.person ?? "Eine Person"} hat wieder Zugriff: ${facts.show(event.service)}`,
              `Das Konto von ${named(facts)} bei ${facts.show(event.service)} war entzogen und ist wieder aktiv. Entziehe den Zugriff noch einmal, oder schließe den Befund.`,
              "Zugriffe öffnen",
              "revoking"
            )
      case "left_behind.stops_the_cut":
        return text(
          headline`Entzug blockiert: ${facts.person ?? "eine Person"} bei ${facts.show(event.service)}`,
          `Durch den Entzug hätten Objekte von ${named(facts)} bei ${facts.show(event.service)} keinen Eigentümer mehr. Der Zugriff dort ist daher noch nicht entzogen. Bestimme einen neuen Eigentümer.`,
          "Verwaiste Objekte öffnen",
          "revoking"
        )
      case "left_behind.offered":
        return text(
          headline`Dir wurden Objekte von ${named(facts)} zugewiesen`,
          `${facts.actor ?? "Ein Mitglied"} hat dich als neuen Eigentümer für Objekte von ${named(facts)} bei ${facts.show(event.service)} bestimmt. Prüfe sie, und nimm sie an.`,
          "Objekte prüfen",
          "owner"
        )
      case "esignature.ended": {
        const [title, body] = endings[event.outcome]
        return text(
          headline`${title}: ${facts.show(event.documentName)}`,
          `Das Dokument „${facts.show(event.documentName)}“ im Austritt von ${named(facts)} ${body}`,
          "Dokumente öffnen",
          "documents"
        )
      }
      case "member.signed_out":
        return text(
          facts.person === null
            ? "Der Identitätsanbieter hat ein Mitglied abgemeldet"
            : headline`Vom Identitätsanbieter abgemeldet: ${facts.person}`,
          `Der Identitätsanbieter hat ${facts.person ?? "ein Mitglied"} abgemeldet. Beendet: ${counted(event.sessions, "Sitzung", "Sitzungen")}${event.apiKeys === 0 ? "" : ` und ${counted(event.apiKeys, "API-Schlüssel", "API-Schlüssel")}`}. Wenn du das nicht erwartet hast, sieh im Audit-Log nach und frag die Person, die den Identitätsanbieter verwaltet.`,
          "Audit-Log öffnen",
          "administration"
        )
      case "member.became_superadmin":
        return text(
          headline`Neuer Super-Admin: ${event.member}`,
          `${event.member} ist jetzt Super-Admin. ${becameSuperAdmin(event)} Wenn du das nicht erwartet hast, öffne „Mitglieder“, ändere die Rolle, und sprich mit beiden.`,
          "Mitglieder öffnen",
          "superadmin"
        )
      case "scim.deprovision_skipped":
        return text(
          "Kein Austritt für eine deaktivierte Person gestartet",
          `Der Identitätsanbieter hat eine Person deaktiviert, aber es wurde kein Austritt angelegt: ${notCreated[event.refusal ?? ""] ?? event.reason}. Starte ihn manuell.`,
          "Person öffnen",
          "administration"
        )
      case "hris.review_waiting":
        return text(
          event.items === 1 ? "1 HR-Änderung zu prüfen" : `${number.format(event.items)} HR-Änderungen zu prüfen`,
          "Das HR-System oder das Verzeichnis meldet Austritte oder Änderungen, über die du entscheiden musst. Prüfe jede, und nimm sie an oder verwirf sie.",
          "Änderungen prüfen",
          "casework"
        )
    }
  }
}
