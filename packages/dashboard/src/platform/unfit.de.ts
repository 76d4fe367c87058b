/**
 * Validation messages of the contract by their English sentence, with "#" for a number. Rules that name API fields are
 * missing: only programs see them.
 */
const rules: Readonly<Record<string, string>> = {
  Erforderlich: "Erforderlich",
  "must be # or more characters": "muss mindestens # Zeichen lang sein",
  "must be # to # characters": "muss # bis # Zeichen lang sein",
  "must be # to # days": "muss # bis # Tage sein",
  "must be # to # months, or null to keep them indefinitely": "muss # bis # Monate sein, oder leer für unbegrenzt",
  "must be # to # tiers": "muss # bis # Stufen haben",
  "must be # to # letters or digits": "muss # bis # Buchstaben oder Ziffern lang sein",
  "must be a UUID": "muss eine UUID sein",
  "must be a date that exists, as YYYY-MM-DD": "muss ein Datum sein, das es gibt, als JJJJ-MM-TT",
  "must be a date that exists, as YYYY-MM-DD, from #-#-# on": "muss ein Datum sein, das es gibt, ab dem Jahr #",
  "must be a date that exists, as YYYY-MM-DD, or a date and time with its offset":
    "muss ein Datum sein, das es gibt, oder ein Zeitpunkt mit Zeitzone",
  "must be a date-time with a time zone": "muss ein Zeitpunkt mit Zeitzone sein",
  "must be a day as YYYY-MM-DD, or a date-time with a time zone":
    "muss ein Tag als JJJJ-MM-TT sein, oder ein Zeitpunkt mit Zeitzone",
  "must be a domain in lower case": "muss eine Domain in Kleinbuchstaben sein",
  "must be a name, not an email or web address": "muss ein Name sein, keine E-Mail-Adresse oder URL",
  "must be a number such as +#, a short code, or a sender name of up to # letters and digits":
    "muss eine Nummer wie +# sein, eine Kurzwahl, oder ein Name von bis zu # Buchstaben und Ziffern",
  "must be a path of this application": "muss ein Pfad dieser Anwendung sein",
  "must be a phone number of # to # characters": "muss eine Telefonnummer von # bis # Zeichen sein",
  "must be a phone number with country code (E.#)": "muss eine Telefonnummer mit Landesvorwahl sein",
  "must be a project's key: a letter, then letters, digits and _":
    "muss ein Projektschlüssel sein: ein Buchstabe, dann Buchstaben, Ziffern und _",
  "must be a region": "muss eine Region sein",
  "must be a whole number": "muss eine ganze Zahl sein",
  "must be a whole number from # to #": "muss eine ganze Zahl von # bis # sein",
  "must be an IANA time zone": "muss eine IANA-Zeitzone sein",
  "must be an ISO # code of a country or region": "muss der Code eines Landes oder einer Region nach ISO # sein",
  "must be an https:// URL": "muss eine URL mit https:// sein",
  "must be an amount with at most two decimals": "muss ein Betrag mit höchstens zwei Nachkommastellen sein",
  "must be an email address": "muss eine E-Mail-Adresse sein",
  "must be an email address of at most # characters, or null for none":
    "muss eine E-Mail-Adresse von höchstens # Zeichen sein, oder leer",
  "must be a Twilio id, such as AC#…": "muss eine Twilio-ID sein, etwa AC#…",
  "must be at least # characters": "muss mindestens # Zeichen lang sein",
  "must be at most # characters": "darf höchstens # Zeichen lang sein",
  "must be at most # email addresses": "darf höchstens # E-Mail-Adressen haben",
  "must be at most # columns": "darf höchstens # Spalten haben",
  "must be at most # departments": "darf höchstens # Abteilungen nennen",
  "must be at most # years after from": "darf höchstens # Jahre nach dem Anfang liegen",
  "must be between # and #": "muss zwischen # und # liegen",
  "must be between # and # days": "muss zwischen # und # Tagen liegen",
  "must be between # and # hours": "muss zwischen # und # Stunden liegen",
  "must be given with from": "braucht auch einen Anfang",
  "must be given with to": "braucht auch ein Ende",
  "is required with the preset own": "wird für einen eigenen Zeitraum gebraucht",
  "must be omitted with the preset own": "entfällt bei einem eigenen Zeitraum",
  "is only allowed with the preset own": "gilt nur für einen eigenen Zeitraum",
  "is required: only the last tier takes the remaining apps":
    "ist erforderlich: Nur die letzte Stufe nimmt die übrigen Apps",
  "must be one word of at most # characters": "muss ein Wort von höchstens # Zeichen sein",
  "must be the directory's id or one of its domains": "muss die ID des Verzeichnisses oder eine seiner Domains sein",
  "must be the environment's id": "muss die ID der Umgebung sein",
  "must be the first part of the company's URL": "muss der erste Teil der URL eurer Firma sein",
  "must be the login of an organization": "muss der Login einer Organisation sein",
  "must be the part of the URL before the first dot": "muss der Teil der URL vor dem ersten Punkt sein",
  "must be true: accept the privacy notice": "muss angekreuzt sein",
  "must be true; to receive only some events, omit it and list them in events":
    "muss angekreuzt sein; für einige Ereignisse wähle diese",
  "must be visible ASCII characters": "darf nur sichtbare ASCII-Zeichen enthalten",
  "must consist of visible ASCII characters": "darf nur sichtbare ASCII-Zeichen enthalten",
  "must consist of visible ASCII characters without spaces":
    "darf nur sichtbare ASCII-Zeichen ohne Leerzeichen enthalten",
  "must have at least one email address": "braucht mindestens eine E-Mail-Adresse",
  "must have at least one email address, unless distribution_list_id names a list":
    "braucht mindestens eine E-Mail-Adresse oder einen Verteiler",
  "must have at least one asset": "braucht mindestens ein Gerät",
  "must have at least one form": "braucht mindestens ein Formular",
  "must have at least one step": "braucht mindestens einen Schritt",
  "must have at most # steps": "darf höchstens # Schritte haben",
  "must have at most # links": "darf höchstens # Links haben",
  "must have at most # tasks": "darf höchstens # Aufgaben haben",
  "must have at most # assets": "darf höchstens # Geräte haben",
  "must have at most # forms": "darf höchstens # Formulare haben",
  "must have either approver_id (a member) or approver_role (a role), not both":
    "braucht entweder ein Mitglied oder eine Rolle, nicht beides",
  "must have either events or allEvents, not both": "braucht entweder alle oder einzelne Ereignisse, nicht beides",
  "must have events (an array of names) or allEvents (true)": "braucht alle oder einzelne Ereignisse",
  "must have either role or role_id, not both": "braucht genau eine Rolle",
  "must have role (superadmin, admin, hr or manager) or role_id (a custom role)": "braucht eine Rolle",
  "must have names of # to # visible characters": "braucht Namen von # bis # sichtbaren Zeichen",
  "must hold # to # keys": "muss # bis # Schlüssel enthalten",
  "must hold at least one certificate": "muss mindestens ein Zertifikat enthalten",
  "must hold at most # certificates": "darf höchstens # Zertifikate enthalten",
  "must name # to # apps; omit it for all of them": "muss # bis # Apps nennen; leer für alle",
  "must name an app; omit it for all apps": "muss eine App nennen; leer für alle",
  "must name each license of an app once": "darf jede Lizenz einer App nur einmal nennen",
  "must contain each kind only once": "darf jede Art nur einmal nennen",
  "must name at least one asset": "muss mindestens ein Gerät nennen",
  "must name at least one department": "muss mindestens eine Abteilung nennen",
  "must name at least one event": "muss mindestens ein Ereignis nennen",
  "must name at least one offboarding": "muss mindestens einen Austritt nennen",
  "must name at least one scope": "muss mindestens einen Scope nennen",
  "must name at most # apps": "darf höchstens # Apps nennen",
  "must name at most # assets": "darf höchstens # Geräte nennen",
  "must name at most # departments": "darf höchstens # Abteilungen nennen",
  "must name at most # domains": "darf höchstens # Domains nennen",
  "must name at most # events": "darf höchstens # Ereignisse nennen",
  "must name at most # members": "darf höchstens # Mitglieder nennen",
  "must name at most # offboardings": "darf höchstens # Austritte nennen",
  "must not be after to": "darf nicht nach dem Ende liegen",
  "must not be blank": "darf nicht leer sein",
  "must not be empty": "darf nicht leer sein",
  "must not start or end with white space": "darf nicht mit Leerzeichen beginnen oder enden",
  "must not be nested more than # levels deep": "darf höchstens # Ebenen tief geschachtelt sein",
  "must not have more than # names": "darf höchstens # Namen haben",
  "must not contain invisible characters": "darf keine unsichtbaren Zeichen enthalten",
  "must not contain control characters": "darf keine Steuerzeichen enthalten",
  "must not contain half of a surrogate pair (\\ud# to \\udfff alone)": "enthält ein halbes Zeichen",
  "must not contain line breaks, control characters or direction marks":
    "darf keine Zeilenumbrüche, Steuerzeichen oder Richtungszeichen enthalten",
  "must not contain the NUL character": "darf kein NUL-Zeichen enthalten",
  "must not contain the NUL character or half of a surrogate pair": "darf weder NUL noch halbe Zeichen enthalten"
}

/** The German validation message; a generic one for unknown rules. */
export const unfit = (sentence: string) => {
  const [rule = "", example] = sentence.split(", for example ")
  const numbers = rule.match(/\d+/g) ?? []
  const known = rules[rule.replaceAll(/\d+/g, "#")]
  if (known === undefined) return "Ungültiger Wert"
  const text = numbers.reduce((text, number) => text.replace("#", number), known)
  const said = text.charAt(0).toUpperCase() + text.slice(1)
  return example === undefined ? said : `${said}, zum Beispiel ${example}`
}
