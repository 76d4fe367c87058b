import { type ESTree, parseSync, Visitor } from "rolldown/utils"

/** One operator changed: what stands between the two places of the text is replaced. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly with: string
  /** What is changed, in short. */
  readonly what: string
  /** Of a statement, about which the types say nothing. */
  readonly isSql: boolean
}

const swapped = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["+", "-"],
  ["-", "+"],
  ["true", "false"],
  ["false", "true"]
])

/** Of SQL: what is looked for and what is put in its place. Phrases with a NOT of their own come before NOT alone. */
const sqlRules: ReadonlyArray<readonly [RegExp, (found: string) => string]> = [
  [/\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \w+(?:, \w+)*)?(?: SKIP LOCKED| NOWAIT)?/g, () => ""],
  [/ SKIP LOCKED\b/g, () => ""],
  [/\bIS NOT (?=NULL|DISTINCT FROM)/g, () => "IS "],
  [/\bIS (?=NULL|DISTINCT FROM)/g, () => "IS NOT "],
  [/(?<!\b(?:IS|IF) )\bNOT (?!NULL|MATERIALIZED)/g, () => ""],
  [/(?<!\bNOT )\b(?:EXISTS|IN) (?=\()/g, (found) => `NOT ${found}`],
  [/\bAND\b/g, () => "OR"],
  [/\bOR\b(?! REPLACE)/g, () => "AND"],
  [/\bDESC\b/g, () => "ASC"],
  [/\bASC\b/g, () => "DESC"],
  [/\bLEFT JOIN\b/g, () => "JOIN"],
  [/(?<=\s)<>(?=\s)/g, () => "="],
  [/(?<=\s)(?:[<>]=?|[+-])(?=\s)/g, (found) => swapped.get(found) ?? found],
  [/\b(?:true|false)\b/g, (found) => swapped.get(found) ?? found]
]

const hidden = (text: string) => "?".repeat(text.length)

/** The same length without its strings, its comments and the AND that belongs to a BETWEEN. */
const bareSql = (sql: string) =>
  sql
    .replaceAll(/'[^']*'|--.*/g, hidden)
    .replaceAll(/\b(BETWEEN\b.*?\b)AND\b/gs, (_, before: string) => hidden(`${before}AND`))

const ofSql = (sql: string, at: number): ReadonlyArray<Mutant> =>
  sqlRules.flatMap(([pattern, change]) =>
    Array.from(bareSql(sql).matchAll(pattern), ({ 0: found, index }) => ({
      start: at + index,
      end: at + index + found.length,
      with: change(found),
      what: `${found.trim()} -> ${change(found).trim() || "nothing"}`,
      isSql: true
    }))
  )

const sqlTags = new Set(["sql", "system", "connection"])
const sqlCalls = new Set(["literal", "unsafe"])

const isText = (node: ESTree.Node): boolean =>
  (node.type === "Literal" && typeof node.value === "string") ||
  node.type === "TemplateLiteral" ||
  (node.type === "BinaryExpression" && node.operator === "+" && (isText(node.left) || isText(node.right)))

const isSqlCall = ({ callee }: ESTree.CallExpression) =>
  callee.type === "MemberExpression" && callee.property.type === "Identifier" && sqlCalls.has(callee.property.name)

const hasOwnOperator = (node: ESTree.Node) =>
  node.type === "LogicalExpression" ||
  (node.type === "BinaryExpression" && swapped.has(node.operator)) ||
  (node.type === "UnaryExpression" && node.operator === "!")

/** A condition behind which the function is left. */
const isGuard = ({ alternate, consequent }: ESTree.IfStatement) => {
  const last = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent
  return alternate === null && (last?.type === "ReturnStatement" || last?.type === "ThrowStatement")
}

/** Every mutant of a file, in order. Comments, imports and types have none, and of strings only those that are SQL. */
export const mutantsOf = (source: string): ReadonlyArray<Mutant> => {
  const { errors, program } = parseSync("source.ts", source)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"))
  const mutants: Array<Mutant> = []
  let types = 0
  let calls = 0

  const add = (start: number, end: number, text: string, what: string) =>
    mutants.push({ start, end, with: text, what, isSql: false })
  const operator = (left: ESTree.Node, right: ESTree.Node, name: string) => {
    const other = swapped.get(name)
    if (other === undefined) return
    const start = source.indexOf(name, left.end)
    if (start < right.start) add(start, start + name.length, other, `${name} -> ${other}`)
  }
  const condition = (test: ESTree.Node) => {
    if (!hasOwnOperator(test))
      add(test.start, test.end, `!(${source.slice(test.start, test.end)})`, "condition negated")
  }
  const template = ({ end, quasis, start }: ESTree.TemplateLiteral) => {
    let sql = hidden(source.slice(start, end))
    for (const { start: from, value } of quasis) {
      const at = from + 1 - start
      sql = sql.slice(0, at) + value.raw + sql.slice(at + value.raw.length)
    }
    mutants.push(...ofSql(sql, start))
  }

  new Visitor({
    TSLiteralType: () => void types++,
    "TSLiteralType:exit": () => void types--,
    CallExpression: (node) => void (calls += isSqlCall(node) ? 1 : 0),
    "CallExpression:exit": (node) => void (calls -= isSqlCall(node) ? 1 : 0),
    LogicalExpression: (node) => operator(node.left, node.right, node.operator),
    BinaryExpression: (node) => {
      if (!isText(node)) operator(node.left, node.right, node.operator)
    },
    UnaryExpression: (node) => {
      if (node.operator === "!") add(node.start, node.start + 1, "", "! -> nothing")
    },
    IfStatement: (node) => {
      condition(node.test)
      if (isGuard(node)) add(node.test.start, node.test.end, "false", "early return dropped")
    },
    ConditionalExpression: ({ test }) => condition(test),
    Literal: (node) => {
      if (types > 0) return
      if (typeof node.value === "boolean") {
        add(node.start, node.end, String(!node.value), `${node.value} -> ${!node.value}`)
      }
      if (typeof node.value === "string" && calls > 0) {
        mutants.push(...ofSql(source.slice(node.start + 1, node.end - 1), node.start + 1))
      }
    },
    TaggedTemplateExpression: ({ quasi, tag }) => {
      if (calls === 0 && tag.type === "Identifier" && sqlTags.has(tag.name)) template(quasi)
    },
    TemplateLiteral: (node) => {
      if (calls > 0) template(node)
    }
  }).visit(program)
  return mutants.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

export const planted = (source: string, mutant: Mutant) =>
  source.slice(0, mutant.start) + mutant.with + source.slice(mutant.end)

/** Counted from 1. */
export const lineOf = (source: string, { start }: Mutant) => source.slice(0, start).split("\n").length
