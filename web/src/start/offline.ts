/** Lets the browser show a page of ours when there is no network, and offer to install the app. */
export function startOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // After the page: nothing on it waits for this. Where it is refused (a private window), nothing is missing.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
