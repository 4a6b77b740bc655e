import type { thPrivacy } from './th-privacy.ts'

/** The English texts of personal data. */
export const enPrivacy: Readonly<Record<keyof typeof thPrivacy, string>> = {
  'privacy.about': 'See what we keep about you, take a copy, or have it erased',
  'privacy.agree': 'Agree',
  'privacy.agreeTo': 'Agree to the {{text}}',
  'privacy.agreed': 'What you agreed to',
  'privacy.agreedOn': 'Version of {{version}}, agreed on {{day}}',
  'privacy.and': 'and the',
  'privacy.byGoingOn': 'By signing in you agree to the',
  'privacy.copy': 'A copy of your data',
  'privacy.copyText':
    'One file with all that we keep about you: name, telephone number, email, ways to sign in, wallets, favourites and notifications. Your money movements are in your account.',
  'privacy.download': 'Download my data',
  'privacy.downloaded': 'The file is saved. Keep it where nobody else can open it.',
  'privacy.erase': 'Erase personal data',
  'privacy.eraseAbout':
    'This can not be undone. You can still sign in the same way to reach money or items that are owed to you; your name is then read from that provider again.',
  'privacy.eraseNow': 'Erase now',
  'privacy.eraseText':
    'Your name, telephone number, email and favourites go for good, and you are signed out on every device.',
  'privacy.eraseTitle': 'Erase your personal data?',
  'privacy.erased': 'Your personal data is erased',
  'privacy.goes': 'What goes',
  'privacy.goesLikes': 'Favourites and notifications',
  'privacy.goesNames': 'Name, telephone number and email',
  'privacy.goesPublic': 'The name others see, and your profile picture',
  'privacy.goesSessions': 'Sign-ins on every device',
  'privacy.keep': 'Keep it',
  'privacy.manage': 'Take a copy of your data or erase it',
  'privacy.notAgreed': 'Nothing is noted yet',
  'privacy.privacy': 'privacy policy',
  'privacy.stays': 'What stays, and why',
  'privacy.staysChain': 'What is on the blockchain: it is public, and nobody can erase it',
  'privacy.staysConsent': 'The days on which you agreed to our texts: kept as proof, without a name',
  'privacy.staysIds': 'Ids of your account and wallets, so that you can come back for what is owed to you',
  'privacy.staysMoney':
    'Trades and money movements: the law demands it; they are under a customer id, without a name',
  'privacy.terms': 'terms of use',
  'privacy.title': 'Personal data',
  'privacy.typeWord': 'Type “{{word}}” to confirm',
  'privacy.word': 'erase',
}
