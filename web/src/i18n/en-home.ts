import type { thHome } from './th-home.ts'

/** The English texts of the market's own home. */
export const enHome: Readonly<Record<keyof typeof thHome, string>> = {
  'home.how': 'How to buy',
  'home.safe':
    'We hold your money until the piece is in your wallet. If it cannot be delivered, you get all of it back as points.',
  'home.see': 'See it',
  'home.step1': 'Find a piece you love',
  'home.step1Text': 'Every price is in baht, and the price you see is what you pay.',
  'home.step2': 'Pay by card',
  'home.step2Text': 'Sign in with the Join app and pay as in any other shop. No crypto needed.',
  'home.step3': 'It is yours',
  'home.step3Text': 'The blockchain says it belongs to you. Keep it, or sell it whenever you like.',
  'home.text': 'Digital collectibles by Thai makers. Pay in baht by card, and truly own them.',
  'home.title': 'The collectors’ market,\nopen every day',
  'section.noSource': 'No Source',
  'section.notSupported': 'Not Support Yet',
}
