import { useQuery } from '@tanstack/react-query'
import { Card, LoadFailed, Page, PageBody, PageHeader, Spinner, ThemeChoice, useProblemToast } from '@/ui'
import classes from './account-page.module.css'
import { NameCard } from './name-card'
import { PasswordCard } from './password-card'
import { PinCard } from './pin-card'
import { loadAccount } from './queries'
import { SecondFactorCard } from './second-factor-card'
import { SessionsCard } from './sessions-card'
import { texts } from './texts'

/** One's own account: name, password, where it is open, and the theme of this browser. */
export default function AccountPage() {
  const { data, error, refetch } = useQuery(loadAccount)
  useProblemToast(texts.loadFailed, error)
  return (
    <Page>
      <PageHeader title={texts.title} />
      <PageBody>
        <div className={classes.cards}>
          {data ? (
            <>
              <NameCard loaded={data} />
              <PasswordCard email={data.user.email} />
              <PinCard />
              <SecondFactorCard email={data.user.email} />
              <SessionsCard />
            </>
          ) : error ? (
            <LoadFailed title={texts.loadFailed} text={error.message} onRetry={() => void refetch()} />
          ) : (
            <Spinner label={texts.loading} />
          )}
          <Card title={texts.lookTitle}>
            <ThemeChoice />
            <p className={classes.help}>{texts.themeText}</p>
          </Card>
        </div>
      </PageBody>
    </Page>
  )
}
