/** Icons that no page shows when somebody arrives at it. */
import { Icon, type IconProps } from './icons.tsx'

export const CloseIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)
export const SmallGridIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 4h3v3H4zm6.5 0h3v3h-3zM17 4h3v3h-3zM4 10.5h3v3H4zm6.5 0h3v3h-3zm6.5 0h3v3h-3zM4 17h3v3H4zm6.5 0h3v3h-3zm6.5 0h3v3h-3z" />
  </Icon>
)
export const PhoneIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="7" y="2.5" width="10" height="19" rx="2.5" />
    <path d="M11 18.500h2" />
  </Icon>
)
export const WalletIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 7.500A2.5 2.5 0 0 1 6.5 5H17v3M4 7.500V17a2.5 2.5 0 0 0 2.5 2.500H20V8H5" />
    <path d="M16 13.700h.01" />
  </Icon>
)
export const LinkIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700l-1.3 1.3" />
    <path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700l1.3-1.3" />
  </Icon>
)
export const MinusIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6 12h12" />
  </Icon>
)
export const PlusIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 6v12M6 12h12" />
  </Icon>
)

export const PrintIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M7 9V4h10v5M7 17H5a1.500 1.500 0 0 1-1.500-1.500v-5A1.500 1.500 0 0 1 5 9h14a1.500 1.500 0 0 1 1.500 1.500v5A1.500 1.500 0 0 1 19 17h-2" />
    <path d="M7 14h10v6H7z" />
  </Icon>
)
export const HomeIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 11.500 12 5l8 6.500M6.500 10v9h11v-9" />
  </Icon>
)
export const ClockIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.500V12l3 2" />
  </Icon>
)
export const CopyIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15a1 1 0 0 1-1-1V6a2 2 0 0 1 2-2h8a1 1 0 0 1 1 1" />
  </Icon>
)
