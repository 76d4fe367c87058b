/** Token of an emailed link, from the URL. */
export const mailedToken = () => new URLSearchParams(location.search).get("token") ?? ""
