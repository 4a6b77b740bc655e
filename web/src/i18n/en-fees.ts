import type { thFees } from './th-fees.ts'

/** The English texts of fees and declarations. */
export const enFees = {
  'declared.about': 'What the issuer and the seller say about this item',
  'declared.byIssuer': 'From the issuer',
  'declared.bySeller': 'From the seller',
  'declared.more': 'Read more',
  'declared.noIssuer': 'The issuer has declared nothing',
  'declared.noSeller': 'The seller has declared nothing',
  'declared.title': 'Declared by issuer and seller',
  'declared.toAsset': 'Back to the item',
  'declared.which': 'Open this page from the item that you want to know about',
  'fees.buyer':
    'Buyers pay the price that they see and nothing on top. What is taken of a sale comes out of the seller’s share, and only when something is sold.',
  'fees.collection': 'Collection',
  'fees.creators': 'Creator royalty',
  'fees.creatorsText': 'For the artist or maker, each time it is sold',
  'fees.crypto': 'Trading in crypto',
  'fees.cryptoText':
    'Network fees (gas) go to the blockchain and not to us. Your wallet tells them before you confirm.',
  'fees.example': 'Example: sold for {{price}}',
  'fees.free': 'Free',
  'fees.issuer': 'Share of the issuer',
  'fees.issuerText': 'For the issuer, of items that it issues',
  'fees.listing': 'Listing for baht, and taking it back',
  'fees.listingText':
    'The first listing of a collection may need an approval, which costs network fees (gas) once.',
  'fees.most':
    'All together never more than half of the price. What is listed already keeps the rates of the day it was listed.',
  'fees.other': 'Other fees',
  'fees.paying': 'Paying by card or from your balance',
  'fees.payingText': 'You pay the price and no card fee.',
  'fees.sale': 'When something is sold',
  'fees.seller': 'The seller gets',
  'fees.service': 'Service fee of the market',
  'fees.serviceText': 'For running the market, taking the payment, and holding it until the item arrives',
  'fees.title': 'Fees',
  'fees.withdrawal': 'Withdrawing to a bank account',
  'fees.withdrawalRate': '1%, at least {{least}}',
  'fees.withdrawalText': 'The transfer fee of the bank, out of what you withdraw. From {{smallest}} on.',
} satisfies Record<keyof typeof thFees, string>
