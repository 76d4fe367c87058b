import type { OffboardingSource, OffboardingStatus, StageChangeSource } from "@svc/contract/offboardings/schema"
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

const stages: Readonly<Record<OffboardingStatus, string>> = {
  pending: "Angelegt",
  notice_period: "Kündigungsfrist",
  it_revocation: "Entzug der Zugriffe",
  asset_recovery: "Rückgabe der Geräte",
  completed: "Abgeschlossen",
  cancelled: "Abgebrochen"
}

const nextSteps: Readonly<Record<OffboardingStatus, string>> = {
  pending: "Im Austritt siehst du die Aufgaben.",
  notice_period: "Im Austritt siehst du die Aufgaben.",
  it_revocation: "Prüfe, ob der Zugriff in jeder App entzogen ist.",
  asset_recovery: "Prüfe, ob alle Geräte zurückkommen.",
  completed: "Es ist nichts mehr zu tun.",
  cancelled: "Der geplante Entzug findet nicht statt."
}

const from: Readonly<Partial<Record<OffboardingSource, string>>> = {
  api: "über die API",
  hris: "vom HR-System",
  scim: "vom Identitätsanbieter",
  contract_expiry: "wegen eines Vertragsendes"
}

const settings: Readonly<Partial<Record<StageChangeSource, string>>> = {
  automation: "„Weiter, wenn die Bedingungen erfüllt sind“",
  schedule: "„Entzug am letzten Tag beginnen“"
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
  approver: "deine Freigabe gebraucht wird",
  requester: "du diesen Austritt beantragt hast",
  owner: "du als neuer Eigentümer benannt bist",
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
    "wurde nicht rechtzeitig unterschrieben. Fordere die Signatur neu an oder lass auf Papier unterschreiben."
  ],
  voided: [
    "Signaturanfrage zurückgezogen",
    "kann nicht mehr unterschrieben werden: Der Anbieter hat die Anfrage beendet. Fordere sie bei Bedarf neu an."
  ],
  failed: [
    "Signaturanfrage nicht gesendet",
    "wurde nicht gesendet: Der Anbieter hat es nicht angenommen. Fordere die Signatur neu an."
  ]
} as const

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
      : headline`Austritt von ${named(facts)}: jetzt ${after}`,
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
    apps.length === 1 && count === 1 && apps[0] !== undefined ? facts.show(apps[0]) : counted(count, "App", "Apps")
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
  const what = `Bei ${counted(count, "App", "Apps")} ließ sich der Zugriff von ${named(facts)} nicht entziehen`
  return text(
    ended
      ? headline`Versuche beendet: Zugriff von ${named(facts)} besteht noch`
      : headline`${where}: Zugriff von ${named(facts)} besteht noch`,
    ended
      ? `${what}, und die automatischen Versuche sind beendet. Versuche es erneut, oder entferne den Zugriff in der App und markiere ihn als entfernt.`
      : `${run} ist unvollständig: ${what}.${again} Der Reiter Zugriff zeigt, wo. Versuche es dort erneut, oder entferne den Zugriff in der App.`,
    "Zugriffe öffnen",
    "revoking"
  )
}

const becameSuperAdmin = ({
  grantedBy,
  how,
  member
}: Extract<NotifiedEvent, { readonly _tag: "member.became_superadmin" }>) => {
  const by = grantedBy ?? "eine Person, deren Konto inzwischen geschlossen ist"
  if (how === "invitation") return `${member} hat eine Einladung angenommen (eingeladen von: ${by}).`
  return how === "role_change"
    ? `Die Rolle von ${member} wurde geändert (von: ${by}).`
    : `Die Organisation wurde an ${member} übergeben (von: ${by}, Konto geschlossen).`
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
              : `${facts.actor} hat einen Austritt für ${facts.person ?? "eine Person"} begonnen.`
          }${lastDay(facts)} Prüfe seine Apps und Aufgaben.`,
          "Austritt öffnen",
          "casework"
        )
      case "offboarding.stage_changed":
        return moved(event, facts)
      case "revocation.completed":
        return revoked(event, facts)
      case "revocation.waiting":
        return text(
          headline`Entzug starten: ${facts.person ?? "eine Person"}`,
          `Ein API-Schlüssel hat den Austritt von ${named(facts)} angelegt. Der Zugriff endet heute oder hätte schon enden sollen. Die heutige Grenze für automatische Entzüge per API-Schlüssel ist erreicht. Prüfe den Austritt, und starte dann den Entzug.`,
          "Zugriffe öffnen",
          "revoking"
        )
      case "checklist.sla_breached":
        return text(
          headline`Aufgabe überfällig: ${facts.show(event.task)} (${facts.person ?? "eine Person"})`,
          `Die Aufgabe „${facts.show(event.task)}“ im Austritt von ${named(facts)}, zuständig: ${facts.show(event.assignedTo)}, ist überfällig. Erledige sie, oder markiere sie als nicht nötig.`,
          "Aufgaben öffnen",
          "casework"
        )
      case "asset.overdue":
        return text(
          headline`Gerät überfällig: ${facts.show(event.itemName)}`,
          `${facts.show(event.itemName)} (${facts.show(event.serialNumber)}) sollte am ${dayInText(event.returnDeadline)} zurück sein und fehlt noch. Frag danach, oder markiere das Gerät als zurückgegeben oder verloren.`,
          "Geräte öffnen",
          "equipment"
        )
      case "asset.shipment_announced":
        return text(
          headline`Auf dem Rückweg: ${facts.show(event.itemName)}`,
          `${facts.person ?? "Eine Person"} hat ${facts.show(event.itemName)} (${facts.show(event.serialNumber)}) zurückgeschickt${event.carrier === "" ? "" : `, mit ${facts.show(event.carrier)}`}, Sendungsnummer ${facts.show(event.trackingNumber)}. Markiere das Gerät als erhalten, sobald es da ist.`,
          "Geräte öffnen",
          "equipment"
        )
      case "webhook.auto_disabled":
        return text(
          headline`Webhook pausiert: ${event.host}`,
          `25 Zustellungen in Folge an ${event.host} sind fehlgeschlagen, daher ist der Endpunkt pausiert. Ereignisse in dieser Zeit werden nicht gesendet. Prüfe den Empfänger, und aktiviere den Endpunkt wieder.`,
          "Webhook öffnen",
          "administration"
        )
      case "initiation.waiting": {
        const asks = `${facts.requester ?? "Ein Mitglied"} beantragt einen Austritt für ${facts.person ?? "eine Person"}.${lastDay(facts)}`
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
            ? `${facts.actor ?? "Eine freigebende Person"} hat deinen Antrag freigegeben. Der Austritt von ${named(facts)} hat begonnen, und du musst nichts tun.`
            : `${facts.actor ?? "Eine freigebende Person"} hat deinen Antrag zum Austritt von ${named(facts)} abgelehnt. Im Antrag steht, warum.`,
          "Antrag öffnen",
          "requester"
        )
      case "integration.credential_refused":
        return text(
          headline`${facts.show(event.service)}: Zugangsdaten abgelehnt`,
          `${facts.show(event.service)} nimmt die gespeicherten Zugangsdaten nicht mehr an, daher wird dort kein Zugriff entzogen. Verbinde die App neu, und wiederhole dann, was fehlschlug.`,
          "Integration öffnen",
          "connecting"
        )
      case "residual_access.found":
        return event.at_once === true
          ? text(
              headline`${facts.show(event.service)}: Zugriff von ${named(facts)} besteht noch`,
              `${facts.show(event.service)} hat das Entfernen des Kontos von ${named(facts)} angenommen und zeigt es weiter als aktiv. Versuche es erneut, oder entferne das Konto in der App und löse den Befund auf.`,
              "Zugriffe öffnen",
              "revoking"
            )
          : text(
              headline`${facts.show(event.service)}: Konto von ${named(facts)} wieder aktiv`,
              `Das Konto von ${named(facts)} bei ${facts.show(event.service)} war entzogen und ist wieder aktiv. Entziehe es noch einmal, oder löse den Befund auf.`,
              "Zugriffe öffnen",
              "revoking"
            )
      case "left_behind.stops_the_cut":
        return text(
          headline`${facts.show(event.service)}: Entzug blockiert bei ${named(facts)}`,
          `Bei ${facts.show(event.service)} gibt es Objekte von ${named(facts)}, die nach dem Entzug niemandem gehören würden. Der Zugriff dort ist daher noch nicht entzogen. Bestimme einen neuen Eigentümer.`,
          "Verwaiste Objekte öffnen",
          "revoking"
        )
      case "left_behind.offered":
        return text(
          headline`Objekte von ${named(facts)} bei ${facts.show(event.service)} übernehmen`,
          `${facts.actor ?? "Ein Mitglied"} hat dich als neuen Eigentümer von Objekten von ${named(facts)} bei ${facts.show(event.service)} benannt. Prüfe sie, und nimm sie an.`,
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
          `Der Identitätsanbieter hat ${facts.person ?? "ein Mitglied"} abgemeldet. Beendet: ${counted(event.sessions, "Sitzung", "Sitzungen")}${event.apiKeys === 0 ? "" : ` und ${counted(event.apiKeys, "API-Schlüssel", "API-Schlüssel")}`}. Wenn du das nicht erwartet hast, lies den Eintrag im Audit-Log und frag die Person, die den Identitätsanbieter verwaltet.`,
          "Audit-Log öffnen",
          "administration"
        )
      case "member.became_superadmin":
        return text(
          headline`Neuer Super-Admin: ${event.member}`,
          `${event.member} ist jetzt Super-Admin. ${becameSuperAdmin(event)} Wenn du das nicht erwartet hast, öffne „Mitglieder“, ändere die Rolle und sprich mit beiden.`,
          "Mitglieder öffnen",
          "superadmin"
        )
      case "scim.deprovision_skipped":
        return text(
          "Deaktiviert, aber kein Austritt begonnen",
          `Der Identitätsanbieter hat eine Person deaktiviert, aber es wurde kein Austritt angelegt: ${event.reason}. Beginne ihn von Hand.`,
          "Person öffnen",
          "administration"
        )
      case "hris.review_waiting":
        return text(
          event.items === 1
            ? "1 möglicher Austritt zu prüfen"
            : `${number.format(event.items)} mögliche Austritte zu prüfen`,
          "Das HR-System oder der Identitätsanbieter meldet Austritte ohne letzten Tag oder eine Änderung. Prüfe und entscheide.",
          "Austritte prüfen",
          "casework"
        )
    }
  }
}
