/** The secret of a mailed link, of this page's address. */
export const mailedToken = () => new URLSearchParams(location.search).get("token") ?? ""
