// Recounts a leaver test by `docs/leaver-test.md` from its CSV files alone: plain Node 20, and no
// code of the service. `node recount.mjs FOLDER` prints each difference from `statistics.json`; 1 when there is one.
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"

const hour = 3_600_000

/** RFC 4180. A tab before what a spreadsheet would take as a formula is not part of the value. */
const readCsv = (text) => {
  const records = []
  let record = []
  let cell = ""
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === ",") {
      record.push(cell)
      cell = ""
    } else if (sign === "\r" && text[at + 1] === "\n") {
      records.push([...record, cell])
      record = []
      cell = ""
      at += 1
    } else cell += sign
  }
  if (cell !== "" || record.length > 0) records.push([...record, cell])
  const [names = [], ...rows] = records
  return rows.map((row) =>
    Object.fromEntries(names.map((name, place) => [name, (row[place] ?? "").replace(/^\t(?=[=+\-@\t\r])/, "")]))
  )
}

const momentOf = (text) => (text === "" ? null : Date.parse(text))
const numberOf = (text) => (text === "" ? null : Number(text))
const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))

// Clopper and Pearson's bound is a quantile of the beta distribution: I_p(k + 1, n - k) = 0.95.

/** Stirling's series, after steps up to where it holds to the last digit. */
const logGamma = (x) => {
  let z = x
  let down = 0
  while (z < 20) {
    down += Math.log(z)
    z += 1
  }
  const squared = 1 / (z * z)
  const series = (1 / 12 - squared * (1 / 360 - squared * (1 / 1260 - squared * (1 / 1680 - squared / 1188)))) / z
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - down
}

/** The continued fraction of the incomplete beta function (DLMF 8.17.22), from its end. */
const incompleteBeta = (x, a, b) => {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  let fraction = 1
  for (let m = 200 + Math.ceil(6 * Math.sqrt(Math.max(a, b))); m >= 1; m -= 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    fraction = 1 + even / (1 + odd / fraction)
  }
  fraction = 1 + (-(a + b) * x) / (a + 1) / fraction
  const front = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)
  return Math.exp(front) / a / fraction
}

const boundOf = (exceptions, tested) => {
  if (tested === 0) return null
  if (exceptions === tested) return 1
  let [low, high] = [0, 1]
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, exceptions + 1, tested - exceptions) < 0.95) low = middle
    else high = middle
  }
  return (low + high) / 2
}

// Kaplan and Meier, in fractions of whole numbers: a median lies where the estimate is one half, not nearly so.

const divisorOf = (a, b) => (b === 0n ? a : divisorOf(b, a % b))

const survivalOf = (durations) => {
  const sorted = durations.toSorted((a, b) => a.hours - b.hours)
  const steps = []
  let [above, below] = [1n, 1n]
  for (let at = 0; at < sorted.length;) {
    const { hours } = sorted[at]
    let [removed, ended] = [0, at]
    while (ended < sorted.length && sorted[ended].hours === hours) {
      if (sorted[ended].removed) removed += 1
      ended += 1
    }
    if (removed > 0) {
      const atRisk = sorted.length - at
      above *= BigInt(atRisk - removed)
      below *= BigInt(atRisk)
      const divisor = divisorOf(above, below)
      above /= divisor
      below /= divisor
      steps.push({ hours, at_risk: atRisk, removed, above, below })
    }
    at = ended
  }
  return steps
}

/** The smallest hours at which at most `percent` of a hundred remain. */
const hoursUntil = (steps, percent) =>
  steps.find(({ above, below }) => above * 100n <= below * BigInt(percent))?.hours ?? null

const curveOf = (durations) =>
  survivalOf(durations.map(({ hours, removed }) => ({ hours: Math.ceil(hours), removed }))).map(
    ({ above, at_risk, below, hours, removed }) => ({
      hours,
      at_risk,
      removed,
      remaining: Number((above * 2_000_000n + below) / (2n * below)) / 1e6
    })
  )

const results = ["in_time", "late", "open", "not_due", "no_access", "no_case"]

const figuresOf = (rows, durations) => {
  const counts = Object.fromEntries(
    results.map((result) => [result, rows.filter((row) => row.result === result).length])
  )
  const exceptions = counts.late + counts.open + counts.no_case
  const tested = exceptions + counts.in_time
  const steps = survivalOf(durations)
  return {
    total: rows.length,
    tested,
    ...counts,
    exceptions,
    exception_rate: tested === 0 ? null : exceptions / tested,
    exception_bound_95: boundOf(exceptions, tested),
    median_hours: hoursUntil(steps, 50),
    p90_hours: hoursUntil(steps, 10),
    p95_hours: hoursUntil(steps, 5)
  }
}

const wasRemoved = ({ result }) => result === "in_time" || result === "late"
const durationsOf = (removals) =>
  removals.map((removal) => ({ hours: Number(removal.hours), removed: wasRemoved(removal) }))

const groupedBy = (rows, nameOf) => {
  const groups = new Map()
  for (const row of rows) {
    const name = nameOf(row)
    if (!groups.has(name)) groups.set(name, [])
    groups.get(name).push(row)
  }
  return [...groups].toSorted(([a], [b]) => byBytes(a, b))
}

const recounted = (population, removals) => {
  const inScope = removals.filter(({ in_scope }) => in_scope === "yes")
  const ofLeaver = new Map(population.map(({ leaver_id }) => [leaver_id, []]))
  for (const removal of inScope) ofLeaver.get(removal.leaver_id)?.push(removal)
  const lastOf = (leavers) =>
    leavers.flatMap(({ leaver_id }) => {
      const own = ofLeaver.get(leaver_id)
      if (own.length === 0) return []
      const left = own.filter((removal) => !wasRemoved(removal))
      const longest = (of) => Math.max(...of.map(({ hours }) => Number(hours)))
      return [left.length === 0 ? { hours: longest(own), removed: true } : { hours: longest(left), removed: false }]
    })
  const named = (of, nameOf) =>
    groupedBy(of, nameOf).map(([name, rows]) => ({ name, ...figuresOf(rows, durationsOf(rows)) }))
  const counted = (rows, cause) => {
    const of = rows.filter((row) => row.cause === cause)
    const late = of.filter(({ result }) => result === "late").length
    return { late, open: of.length - late }
  }
  const causes = [...new Set([...population, ...inScope].map(({ cause }) => cause))].filter((cause) => cause !== "")
  return {
    leavers: figuresOf(population, lastOf(population)),
    removals: figuresOf(inScope, durationsOf(inScope)),
    by_tier: named(inScope, ({ tier }) => tier),
    by_app: named(inScope, ({ app }) => app),
    by_month: groupedBy(population, ({ last_working_day }) => last_working_day.slice(0, 7)).map(([name, rows]) => ({
      name,
      ...figuresOf(rows, lastOf(rows))
    })),
    by_cause: causes
      .toSorted(byBytes)
      .map((cause) => ({ cause, leavers: counted(population, cause), removals: counted(inScope, cause) })),
    curve: { leavers: curveOf(lastOf(population)), removals: curveOf(durationsOf(inScope)) }
  }
}

const worstFirst = ["pending", "not_seen", "not_due", "settled"]

/** What stays behind: each row by the hours that its app is allowed, and each leaver by the worst of theirs in scope. */
const recountedLeft = (rows, population, removals, asOf) => {
  const faults = []
  const starts = new Map(population.map((leaver) => [leaver.leaver_id, momentOf(leaver.clock_started_at)]))
  const ofApp = new Map(removals.map((removal) => [`${removal.leaver_id} ${removal.app}`, removal]))
  const sum = (of, column) => of.reduce((all, row) => all + Number(row[column]), 0)
  for (const row of rows) {
    const name = `left-behind.csv: ${row.leaver_id} ${row.app} ${row.kind}`
    const removal = ofApp.get(`${row.leaver_id} ${row.app}`)
    if (removal === undefined || removal.in_scope !== row.in_scope) {
      faults.push(`${name}: not as in removals.csv`)
      continue
    }
    const isOver = asOf - starts.get(row.leaver_id) > Number(removal.allowed_hours) * hour
    const pending = Number(row.pending) > 0
    const result =
      !pending && row.sight === "seen" ? "settled" : isOver ? (pending ? "pending" : "not_seen") : "not_due"
    if (row.result !== result) faults.push(`${name}: result is ${row.result}, by the other columns ${result}`)
    const known = ["read_back", "vendor_answer", "confirmed_by_hand", "accepted", "pending"]
    if (Number(row.found) !== known.reduce((all, column) => all + Number(row[column]), 0))
      faults.push(`${name}: found is not the sum of what became of it`)
    if ((row.sight === "seen") !== (row.why === "")) faults.push(`${name}: why does not fit the sight`)
  }
  const inScope = rows.filter(({ in_scope }) => in_scope === "yes")
  const worst = groupedBy(inScope, ({ leaver_id }) => leaver_id).map(([, own]) =>
    worstFirst.find((verdict) => own.some(({ result }) => result === verdict))
  )
  const counts = Object.fromEntries(
    worstFirst.map((verdict) => [verdict, worst.filter((one) => one === verdict).length])
  )
  const tested = counts.settled + counts.pending
  const unseen = groupedBy(
    inScope.filter(({ sight }) => sight !== "seen"),
    ({ app, kind }) => JSON.stringify([app, kind])
  ).map(([, own]) => ({ app: own[0].app, kind: own[0].kind === "" ? null : own[0].kind, leavers: own.length }))
  const figures = {
    total: worst.length,
    tested,
    ...counts,
    exception_rate: tested === 0 ? null : counts.pending / tested,
    exception_bound_95: boundOf(counts.pending, tested),
    things: Object.fromEntries(
      ["found", "read_back", "vendor_answer", "confirmed_by_hand", "accepted", "pending"].map((column) => [
        column,
        sum(inScope, column)
      ])
    ),
    unseen: unseen.toSorted(
      (a, b) => b.leavers - a.leavers || byBytes(a.app, b.app) || byBytes(a.kind ?? "", b.kind ?? "")
    )
  }
  return { faults, figures }
}

const isNear = (told, found, name) =>
  name === "exception_bound_95"
    ? // Six decimals, rounded up; either of two where the digits end there.
      told >= Math.ceil((found - 1e-8) * 1e6) / 1e6 && told <= Math.ceil((found + 1e-8) * 1e6) / 1e6
    : name === "exception_rate"
      ? Math.abs(told - found) <= 5e-7
      : told === found

const differences = (told, found, where = []) => {
  const name = where.at(-1)
  if (typeof told === "number" && typeof found === "number")
    return isNear(told, found, name) ? [] : [`statistics.json: ${where.join(".")} is ${told}, recounted ${found}`]
  if (typeof told !== "object" || typeof found !== "object" || told === null || found === null)
    return told === found ? [] : [`statistics.json: ${where.join(".")} is ${told}, recounted ${found}`]
  return [...new Set([...Object.keys(told), ...Object.keys(found)])].flatMap((key) =>
    differences(told[key], found[key], [...where, key])
  )
}

/** The first moment of the day after, by the clocks of a zone. */
const endOfDay = (day, zone) => {
  const [year, month, date] = day.split("-").map(Number)
  const midnight = Date.UTC(year, month - 1, date + 1)
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23"
  })
  const shown = (moment) => {
    const [, d, m, y, h, min, s] = /(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)/.exec(clock.format(moment)).map(Number)
    return Date.UTC(y, m - 1, d, h, min, s)
  }
  // Zones are at most 26 hours apart from each other; the first second that shows the next day, or later, is looked for.
  let [before, after] = [midnight - 26 * hour, midnight + 26 * hour]
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000
    if (shown(middle) >= midnight) after = middle
    else before = middle
  }
  return after
}

const rank = { open: 0, late: 1, not_due: 2, in_time: 3 }

const faultsOf = (population, removals, { as_of, parameters }) => {
  const faults = []
  const asOf = Date.parse(as_of)
  const place = new Map(population.map(({ leaver_id }, index) => [leaver_id, index]))
  const inPlace = (file, rows, compare, nameOf) => {
    for (let at = 1; at < rows.length; at += 1)
      if (compare(rows[at - 1], rows[at]) >= 0) faults.push(`${file}: ${nameOf(rows[at])} is out of order`)
  }
  inPlace(
    "population.csv",
    population,
    (a, b) => byBytes(a.last_working_day, b.last_working_day) || byBytes(a.leaver_id, b.leaver_id),
    ({ leaver_id }) => leaver_id
  )
  inPlace(
    "removals.csv",
    removals,
    (a, b) => place.get(a.leaver_id) - place.get(b.leaver_id) || byBytes(a.app, b.app),
    ({ app, leaver_id }) => `${leaver_id} ${app}`
  )
  const lower = (names) => names.map((name) => name.toLowerCase())
  const rowsOf = new Map(population.map(({ leaver_id }) => [leaver_id, []]))
  const check = (file, name) => (column, told, found) => {
    if (told !== found) faults.push(`${file}: ${name}: ${column} is ${told}, by the other columns ${found}`)
  }
  /** What the two first causes after the clock's start would be, where the row is late or open. */
  const toldCause = (row, leaver, ended) => {
    const start = momentOf(leaver.clock_started_at)
    const within = (moment) => moment !== null && moment > start && ended <= moment + Number(row.allowed_hours) * hour
    if (within(momentOf(leaver.first_known_at))) return "told_late"
    return within(momentOf(leaver.approved_at)) ? "approval_waited" : "another"
  }

  for (const removal of removals) {
    const name = `${removal.leaver_id} ${removal.app}`
    const is = check("removals.csv", name)
    const leaver = population[place.get(removal.leaver_id)]
    if (leaver === undefined) {
      faults.push(`removals.csv: ${name} is of nobody in population.csv`)
      continue
    }
    rowsOf.get(removal.leaver_id).push(removal)
    const isIn = (apps) => apps === null || lower(apps).includes(removal.app.toLowerCase())
    const tier = parameters.tiers.find(({ apps }) => isIn(apps))
    is("in_scope", removal.in_scope, isIn(parameters.apps) && tier !== undefined ? "yes" : "no")
    is("tier", removal.tier, tier?.name ?? "")
    is("allowed_hours", numberOf(removal.allowed_hours), tier?.hours ?? null)
    const removedAt = momentOf(removal.removed_at)
    is("evidence", removal.evidence === "not_observed", removedAt === null)
    if (removal.evidence === "read_back") is("read_back_at", removal.read_back_at, removal.removed_at)
    const start = momentOf(leaver.clock_started_at)
    const isActive = removal.state_after === "active"
    const ended = isActive ? asOf : (removedAt ?? asOf)
    is("cause", removal.cause === "residual", isActive)
    is("hours", Number(removal.hours), Math.floor(Math.max(0, ended - start) / (hour / 100)) / 100)
    if (!isActive) {
      const inTime = ended <= start + Number(removal.allowed_hours) * hour
      const result = removedAt === null ? (inTime ? "not_due" : "open") : inTime ? "in_time" : "late"
      is("result", removal.result, result)
      if (result === "late" || result === "open") {
        const cause = toldCause(removal, leaver, ended)
        const told = ["told_late", "approval_waited"].includes(removal.cause) ? removal.cause : "another"
        is("cause", told, cause)
      } else is("cause", removal.cause, "")
    } else is("result", removal.result, "open")
    if (removal.exception === "accepted") is("state_after", removal.state_after, "active")
  }

  for (const leaver of population) {
    const is = check("population.csv", leaver.leaver_id)
    const all = rowsOf.get(leaver.leaver_id)
    const own = all.filter(({ in_scope }) => in_scope === "yes")
    const count = (level) => own.filter(({ evidence }) => evidence === level).length
    is("apps", Number(leaver.apps), all.length)
    is("apps_in_scope", Number(leaver.apps_in_scope), own.length)
    for (const level of ["read_back", "vendor_answer", "confirmed_by_hand", "not_observed"])
      is(level, Number(leaver[level]), count(level))
    is(
      "accepted_exceptions",
      Number(leaver.accepted_exceptions),
      own.filter(({ exception }) => exception === "accepted").length
    )
    const removedAt = own.map(({ removed_at }) => removed_at).filter((moment) => moment !== "")
    is("last_removal_at", leaver.last_removal_at, removedAt.toSorted(byBytes).at(-1) ?? "")
    is("result", leaver.result === "no_case", leaver.source === "none")
    is("cause", leaver.cause !== "", ["late", "open", "no_case"].includes(leaver.result))
    if (leaver.last_working_day < parameters.from || leaver.last_working_day > parameters.to)
      faults.push(`population.csv: ${leaver.leaver_id}: last_working_day is not in the period`)

    const days = { end_of_last_working_day: leaver.last_working_day, end_of_employment: leaver.employment_ends_on }
    const day = days[leaver.clock_rule]
    const start = momentOf(leaver.clock_started_at)
    if (leaver.clock_rule === "first_known") is("clock_started_at", leaver.clock_started_at, leaver.first_known_at)
    if (day !== undefined) is("clock_started_at", start, endOfDay(day, leaver.time_zone))

    const worst = own.toSorted(
      (a, b) => rank[a.result] - rank[b.result] || b.hours - b.allowed_hours - (a.hours - a.allowed_hours)
    )[0]
    if (worst === undefined) {
      const possible = leaver.source === "none" ? ["no_case"] : ["no_access", "open", "not_due"]
      if (!possible.includes(leaver.result)) is("result", leaver.result, possible.join(" or "))
      continue
    }
    is("result", leaver.result, worst.result)
    const deciding = own.find(({ app }) => app === leaver.deciding_app)
    if (deciding === undefined) {
      is("deciding_app", leaver.deciding_app, worst.app)
      continue
    }
    const beyond = ({ allowed_hours, hours }) => Math.round((hours - allowed_hours) * 100)
    is("deciding_app", beyond(deciding), beyond(worst))
    for (const column of ["result", "cause", "hours", "allowed_hours"]) is(column, leaver[column], deciding[column])
  }
  return faults
}

const folder = process.argv[2] ?? "."
const read = (name) => readFileSync(path.join(folder, name), "utf8")
const population = readCsv(read("population.csv"))
const removals = readCsv(read("removals.csv"))
const { as_of, format, parameters, ...told } = JSON.parse(read("statistics.json"))
// There is none where what stays behind was never looked for.
const left = existsSync(path.join(folder, "left-behind.csv"))
  ? recountedLeft(readCsv(read("left-behind.csv")), population, removals, Date.parse(as_of))
  : undefined
/** What completeness.json says has to go with the population, and with its own lists. */
const completenessFaults = () => {
  if (!existsSync(path.join(folder, "completeness.json"))) return []
  const { complete, why, ...listed } = JSON.parse(read("completeness.json"))
  const told = listed.leavers_without_case.map(({ employee_id }) => employee_id).toSorted()
  const without = population.filter(({ result }) => result === "no_case").map(({ leaver_id }) => leaver_id)
  const fatal = [
    "leavers_without_case",
    "cases_without_record",
    "accounts_off_without_case",
    "terminated_but_active",
    "deleted_cases",
    "deleted_records",
    "leavers_without_day",
    "withdrawn_leavers"
  ].filter((name) => listed[name].length > 0)
  return [
    ...(told.join() === without.toSorted().join()
      ? []
      : [`completeness.json: leavers_without_case is ${told}, recounted ${without}`]),
    ...(complete === (why.length === 0)
      ? []
      : [`completeness.json: complete is ${complete} with ${why.length} reasons`]),
    ...(why.length >= fatal.length ? [] : [`completeness.json: there is no reason for each of ${fatal}`])
  ]
}
const found = [
  ...completenessFaults(),
  ...(format === "svc-leaver-test-statistics/v1" ? [] : [`statistics.json: format is ${format}`]),
  ...faultsOf(population, removals, { as_of, parameters }),
  ...(left?.faults ?? []),
  ...differences(told, {
    ...recounted(population, removals),
    ...(left === undefined ? {} : { left_behind: left.figures })
  })
]
for (const line of found) console.log(line)
console.log(
  found.length === 0
    ? `${population.length} leavers and ${removals.length} removals recounted: every figure holds`
    : `${found.length} differences`
)
process.exitCode = found.length === 0 ? 0 : 1
