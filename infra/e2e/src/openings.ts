/** What a module of the web app is recognised by that opens something over a page, or unfolds a part of it. */
export const OPENS = /@base-ui\/react\/|<Dialog\b|<details\b|<Lightbox\b|<Hint\b|\baria-expanded=|\bsay\(/

/**
 * Every window, menu, explanation, message and folded part of the web app, by the module which draws or asks for it, and
 * the scenes in which it is open. What the system itself draws (the list of a select, a calendar, a title's tooltip) has no
 * elements, and is in no picture.
 */
const OPEN_IN = {
  'ui/src/components/dialog.tsx': 'buy.choose offline.window',
  'ui/src/components/hint.tsx': 'asset.hint',
  'ui/src/components/hint-popup.tsx': 'asset.hint',
  'ui/src/components/lightbox.tsx': 'asset.zoomed',
  'src/market/sharing/copy-text.ts': 'list.done message.copied message.wallet-copied',
  'src/features/account/components/held-tokens.tsx': 'account.about-token',
  'src/features/account/components/picture-button.tsx': 'picture.set',
  'src/features/account/components/display-name.tsx': 'message.name-saved',
  'src/features/activity/components/event-details.tsx': 'asset.event',
  'src/market/sharing/share-menu.tsx': 'asset.share',
  'src/market/sharing/share-popup.tsx': 'asset.share',
  'ui/src/components/toasts.tsx': 'message.session-expired message.copied message.two',
  'ui/src/browser/toast.ts': 'message.two',
  'src/market/people/favourites.ts': 'message.not-liked message.left-out',
  'src/app/root.tsx': 'message.session-expired',
  'src/app/step-up-dialog.tsx': 'security.step-up',
  'src/features/security/components/sessions.tsx': 'security.ended',
  'src/features/security/components/passkeys.tsx': 'security.passkey-removed',
  'src/app/continue-as.tsx': 'sign-in.continue-as sign-in.continue-ended',
  'src/features/hand-over/api/hand-over.ts': 'sign-in.hand-over-ended',
  'src/app/error-facts.tsx': 'error.copied',
  'src/app/search/search-dialog.tsx':
    'search.open search.signed-in search.recent search.found search.wallet search.places search.nothing search.loading search.failed',
  'src/app/search/combobox.tsx': 'search.found',
  'src/features/account/components/export-button.tsx': 'account.saving message.not-saved',
  'src/app/bell.tsx': 'notices.list notices.none',
  'src/app/notices.tsx': 'notices.list notices.none',
  'src/app/unfinished-bar.tsx': 'message.unfinished',
  'src/features/sign-in/auto-sign.ts': 'sign-in.by-itself',
  'src/market/refusals/ask-dialog.tsx': 'bank.delete withdraw.cancel wallets.unlink',
  'src/features/virtual/components/mint-dialog.tsx': 'mint.choose mint.refused mint.no-wallet',
  'src/features/virtual/components/signed.tsx': 'virtual-item.signed',
  'src/features/virtual/components/supply.tsx': 'virtual-item.promised',
  'src/features/campaign/components/slot-picker.tsx': 'campaign.pick campaign.pick-none',
  'src/features/campaign/components/scan-dialog.tsx': 'campaign.scan',
  'src/routes/use-this.tsx': 'use.dialog use.none coupon.shown coupon.used coupon.none',
  'src/features/wallets/components/link-dialog.tsx':
    'wallets.choose wallets.no-browser-wallet wallets.confirm wallets.declined wallets.taken',
  'src/features/wallets/components/ways.tsx': 'ways.unlink ways.unlinked',
  'src/features/wallets/components/add-way.tsx': 'ways.wallet ways.added',
  'src/features/wallets/components/merge-dialog.tsx': 'ways.merge ways.merge-refused ways.merged',
  'src/features/wallets/components/move-way.tsx': 'ways.move ways.moved ways.move-refused',
  'src/features/privacy/components/erase-dialog.tsx': 'privacy.erase privacy.erase-refused',
  'src/features/wallets/components/wallets.tsx': 'wallets.linked wallets.unlink',
  'src/features/bank/components/bank-dialog.tsx': 'bank.form bank.faults bank.kyc',
  'src/features/bank/components/withdrawal-dialog.tsx':
    'withdraw.form withdraw.too-little withdraw.too-much withdraw.summary withdraw.no-account',
  'src/features/purchase/components/unpaid.tsx': 'account.unpaid',
  'src/routes/collection-banner.tsx': 'collection.about',
  'src/routes/filtered-assets.tsx': 'explore.filters collection.filters',
  'src/features/collection/components/verified.tsx': 'collection.verified',
  'src/features/collection/components/filter-parts.tsx': 'collection.filters-open explore.filters-open',
  'src/features/listing/components/listing-dialog.tsx':
    'list.empty list.pieces list.preview list.too-low list.preview-failed list.loading list.failed list.signing list.signing-long list.approving list.putting list.cancelled list.declined list.refused list.done list.reprice reprice.signing reprice.declined reprice.done',
  'src/features/listing/components/bulk-dialog.tsx': 'account.several account.several-seen',
  'src/market/prices/breakdown.tsx': 'list.breakdown',
  'src/features/trade/components/trade-window.tsx':
    'trade.offer trade.offer-too-low trade.too-poor trade.buy trade.cancel trade.chain-away',
  'src/features/trade/components/use-trade.ts': 'trade.chain-away',
  'src/features/order/components/cancel-dialog.tsx': 'cancel.ask cancel.refused message.listing-cancelled',
  'src/features/purchase/components/buy-dialog.tsx':
    'buy.choose buy.choose-many buy.too-many buy.recipient buy.reserving buy.reserving-long buy.refused buy.pay buy.no-balance buy.pay-refused',
  'src/features/purchase/components/history.tsx': 'account.steps account.sold-steps account.sold-unpaid',
  'src/features/purchase/components/reservation.tsx': 'message.given-back',
  'src/features/report/components/report-dialog.tsx': 'report.open report.sent report.refused',
  'src/market/assessment/assessment-dialog.tsx': 'quiz.open quiz.question quiz.wrong quiz.passed',
  'src/routes/asset-facts.tsx': 'asset.on-chain',
  'src/routes/asset-chain.tsx': 'asset.on-chain asset.hint',
  'src/routes/asset-more.tsx': 'asset.issuer',
  'src/routes/asset-panel.tsx': 'trade.about-token',
  'src/routes/asset-picture.tsx': 'asset.zoomed',
}

export const openings: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(OPEN_IN).map(([module, names]) => [module, names.split(' ')]),
)
