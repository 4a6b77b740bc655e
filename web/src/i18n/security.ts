import { makeTexts } from '@talad/ui/i18n/texts'
import { enSecurity } from './en-security.ts'
import { thSecurity } from './th-security.ts'

/** The texts of sessions and of a fresh sign-in: they come with the screens that show them, in both languages. */
export const { useText: useSecurityText } = makeTexts<keyof typeof thSecurity>({
  th: thSecurity,
  en: enSecurity,
})
