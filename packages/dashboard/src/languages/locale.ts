/** en-GB is a format, not a second catalog: English dates and numbers follow the browser’s region. Chromium may report `en-US@posix`. */
export const localeOf = (language: string, browser = navigator.language): string =>
  language !== "en" ? language : /^en-\w+$/.test(browser) ? browser : "en-US"
