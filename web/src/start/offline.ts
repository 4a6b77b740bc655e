/** What a page of ours may make of a text, by its policy (GW-33): the address of this one script. */
type Policy = { createScriptURL(text: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

function scriptAddress(): string {
  const address = '/sw.js'
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  return (
    policies?.createPolicy('offline', { createScriptURL: () => address }).createScriptURL(address) ?? address
  )
}

/** Lets the browser show a page of ours when there is no network, and offer to install the app. */
export function startOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // After the page: nothing on it waits for this. Where it is refused (a private window), nothing is missing.
  const register = () => void navigator.serviceWorker.register(scriptAddress()).catch(() => {})
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
