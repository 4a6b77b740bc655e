/** The wallet libraries are large: they come when somebody lists or signs in with a wallet, not before. */
export const loadChain = () => import('./wallet/chain.ts')
export const loadBrowserWallet = () => import('./wallet/browser-wallet.ts')
export const loadTrade = () => import('./wallet/trade.ts')
