import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Spinner } from '@/ui'
import { ConfiguredBadge } from './certificate-badge'
import { CertificateDialog } from './certificate-dialog'
import classes from './certificates.module.css'
import { loadCertificate } from './queries'
import { texts } from './texts'
import { ValidityBar } from './validity-bar'

type Company = { id: string; razao_social: string; cnpj: string }

/** A company's certificate in short, beside its other settings. */
export function CertificateCard({ company }: { company: Company }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery(loadCertificate(company.id))
  const certificate = data?.certificate
  return (
    <section className={classes.card} aria-label={texts.title}>
      <div className={classes.head}>
        <h2>{texts.title}</h2>
        {certificate && <ConfiguredBadge isConfigured={certificate.configured} />}
      </div>
      {certificate ? (
        <>
          {certificate.configured ? (
            <div className={classes.file}>
              <IconCertificate size={20} stroke={1.75} aria-hidden="true" />
              <span className={classes.fileName}>{certificate.file_name}</span>
              <Button kind="secondary" onClick={() => setOpen(true)}>
                {texts.change}
              </Button>
            </div>
          ) : (
            <Button kind="secondary" fullWidth onClick={() => setOpen(true)}>
              {texts.choose}
            </Button>
          )}
          {certificate.valid_from && certificate.valid_to && (
            <ValidityBar from={certificate.valid_from} to={certificate.valid_to} />
          )}
        </>
      ) : error ? (
        <p>{texts.loadFailed}</p>
      ) : (
        <Spinner label={texts.loading} />
      )}
      <CertificateDialog company={isOpen ? company : null} onClose={() => setOpen(false)} />
    </section>
  )
}
