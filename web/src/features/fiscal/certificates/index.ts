/** Certificates A1: badges, card and dialog of a company's certificate. */
export { CertificateBadge, EndingCertificateBadge } from './certificate-badge'
export { CertificateCard } from './certificate-card'
export { CertificateDialog } from './certificate-dialog'
