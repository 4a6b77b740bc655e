import { useLanguage } from '@talad/ui/i18n/language'
import { useQuery } from '@tanstack/react-query'
import { useSecurityText } from '../../i18n/security.ts'
import { waysQuery } from '../reads/ways.ts'

/** What a way in is called: a provider of ID-26, or a passkey. */
export function useWayName(): (provider: string) => string {
  const { t } = useSecurityText()
  const language = useLanguage()
  const memberships = useQuery(waysQuery).data?.memberships
  return (provider) => {
    switch (provider) {
      case 'join':
        return 'Join'
      case 'line':
        return 'LINE'
      case 'web3':
        return t('way.wallet')
      case 'passkey':
        return t('way.passkey')
      case 'dev':
        return t('way.dev')
      default: {
        const name = provider.replace(/^oauth:/, '')
        return memberships?.find((one) => one.provider === name)?.[language] ?? name
      }
    }
  }
}
