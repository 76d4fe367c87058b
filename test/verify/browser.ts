import { tmpdir } from "node:os"
import process from "node:process"
import { type Browser, chromium as driver, type Page } from "playwright-core"
import { chromium } from "#test/support/chromium"

/** The browser of the tests, if one starts here. */
export const browserPath = chromium?.path

/** Milliseconds: what hangs is ended by the limit of its case. */
const patience = 120_000

const launch = (): Promise<Browser> =>
  driver.launch({
    executablePath: browserPath ?? "",
    // Its shared memory is files there, made and removed by the thousand: to find them a place on a disk took 5 % of a run.
    env: { ...process.env, TMPDIR: process.env["TEST_FOLDER"] ?? tmpdir(), ...chromium?.environment },
    timeout: patience,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run"
    ]
  })

/** Chromium was seen to crash in its own start, of SIGSEGV, on machines that are busy: such a start is made again. */
const maxStarts = 3

const start = async (started: number): Promise<Browser> => {
  try {
    return await launch()
  } catch (error) {
    const crashed =
      error instanceof Error && /process did exit: exitCode=null, signal=SIG(?:SEGV|TRAP|ABRT)/.test(error.message)
    if (!crashed || started === maxStarts) throw error
    return start(started + 1)
  }
}

export const openBrowser = (): Promise<Browser> => start(1)

let shared: Promise<Browser> | undefined

/** One for all suites of a worker, which close their contexts and not it: it ends with the worker. */
export const sharedBrowser = async (): Promise<Browser> => {
  shared ??= openBrowser()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = openBrowser()
  return shared
}

interface OpenedPage {
  readonly page: Page
  /** Every address that the page asked for, its own file apart. */
  readonly requests: ReadonlyArray<string>
  /** What the console complained of: errors, and what the content security policy refused. */
  readonly complaints: ReadonlyArray<string>
}

interface Look {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
}

/** The page from its file, with an ear for what it asks of the network. */
export const openPage = async (browser: Browser, file: string, look: Look = {}): Promise<OpenedPage> => {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1200, height: look.height ?? 900 },
    colorScheme: look.dark === true ? "dark" : "light"
  })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const requests: Array<string> = []
  const complaints: Array<string> = []
  page.on("request", (request) => {
    if (request.url() !== file) requests.push(request.url())
  })
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(file)
  return { page, requests, complaints }
}
