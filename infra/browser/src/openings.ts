/** What a module of the web app is recognised by that opens something over a page, or unfolds a part of it. */
export const OPENS = /@base-ui\/react\/|<Dialog\b|<details\b|<Lightbox\b|<Hint\b|\baria-expanded=|\bsay\(/

/**
 * Every window, menu, explanation, message and folded part of the web app, by the module which draws or asks for it, and
 * the scenes in which it is open. What the system itself draws (the list of a select, a calendar, a title's tooltip) has no
 * elements, and is in no picture.
 */
export const openings: Readonly<Record<string, readonly string[]>> = {
  'ui/dialog.tsx': ['buy.choose', 'offline.window'],
  'ui/hint.tsx': ['asset.hint'],
  'ui/hint-popup.tsx': ['asset.hint'],
  'ui/lightbox.tsx': ['asset.zoomed'],
  'ui/share.tsx': ['list.done', 'message.copied'],
  'ui/share-menu.tsx': ['asset.share'],
  'ui/share-popup.tsx': ['asset.share'],
  'ui/toasts.tsx': ['message.session-expired', 'message.copied', 'message.two'],
  'lib/toast.ts': ['message.two'],
  'lib/favourites.ts': ['message.not-liked', 'message.left-out'],
  'app/root.tsx': ['message.session-expired'],
  'app/screens.tsx': ['error.copied'],
  'app/search/search-dialog.tsx': [
    ...['search.open', 'search.signed-in', 'search.recent', 'search.found', 'search.wallet', 'search.places'],
    ...['search.nothing', 'search.loading', 'search.failed'],
  ],
  'app/search/combobox.tsx': ['search.found'],
  'features/account/components/export-button.tsx': ['account.saving', 'message.not-saved'],
  'features/collection/components/filter-panel.tsx': ['collection.filters-open'],
  'features/listing/components/listing-dialog.tsx': [
    ...['list.empty', 'list.pieces', 'list.preview', 'list.too-low', 'list.preview-failed', 'list.loading'],
    ...[
      'list.failed',
      'list.signing',
      'list.signing-long',
      'list.approving',
      'list.putting',
      'list.cancelled',
    ],
    ...['list.declined', 'list.refused', 'list.done'],
    ...['list.reprice', 'reprice.signing', 'reprice.declined', 'reprice.done'],
  ],
  'features/order/components/cancel-dialog.tsx': [
    ...['cancel.ask', 'cancel.refused', 'message.listing-cancelled'],
  ],
  'features/purchase/components/buy-dialog.tsx': [
    ...[
      'buy.choose',
      'buy.choose-many',
      'buy.recipient',
      'buy.reserving',
      'buy.reserving-long',
      'buy.refused',
    ],
    ...['buy.pay', 'buy.no-balance', 'buy.pay-refused'],
  ],
  'features/purchase/components/history.tsx': ['account.steps', 'account.sold-steps', 'account.sold-unpaid'],
  'features/purchase/components/reservation.tsx': ['message.given-back'],
  'routes/asset-facts.tsx': ['asset.on-chain', 'asset.hint'],
  'routes/asset-picture.tsx': ['asset.zoomed'],
  'routes/collection-items.tsx': ['collection.filters', 'collection.filters-open'],
  'routes/wallet.tsx': ['message.wallet-copied'],
}
