import type { Page } from 'playwright-core'

const LABEL = 'A wallet'

/** Runs in the page: a wallet that announces itself (EIP-6963) and answers as it is told. */
const announce = (answer: string) => `(() => {
  const provider = { request: ${answer}, on() {}, removeListener() {} }
  const info = { uuid: '00000000-0000-4000-8000-000000000000', name: '${LABEL}', rdns: 'example.wallet', icon: '' }
  const detail = Object.freeze({ info, provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
})()`

/** What the wallet is called on the page. */
export const walletLabel = LABEL

/** The browser has a wallet whose owner says no to everything. */
export function refusingWallet(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: announce(`async () => { throw Object.assign(new Error('no'), { code: 4001 }) }`),
  })
}

/** The browser has a wallet that signs everything, though nobody would believe its signature. */
export function signingWallet(page: Page, address: string): Promise<unknown> {
  return page.addInitScript({
    content: announce(`async ({ method }) => {
      if (/accounts$/i.test(method)) return ['${address}']
      if (method === 'eth_chainId') return '0x1'
      if (method === 'personal_sign') return '0x${'1b'.repeat(65)}'
      throw Object.assign(new Error('no such method'), { code: -32601 })
    }`),
  })
}
