/** Hands a text file to the browser to keep. */
export function saveFile(name: string, content: string, type = 'text/csv') {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the download has taken it by then
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
