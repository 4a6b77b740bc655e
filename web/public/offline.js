/* The page that is shown without a network: in the look that was chosen, and gone by itself when the line is back. */
const EVERY_MS = 1500

try {
  const theme = JSON.parse(localStorage.getItem('talad.theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // without a choice it looks as the system does
}

async function look() {
  try {
    await fetch('/livez', { cache: 'no-store' })
    location.reload()
  } catch {
    setTimeout(look, EVERY_MS)
  }
}

addEventListener('online', () => location.reload())
setTimeout(look, EVERY_MS)
