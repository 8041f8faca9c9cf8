-- One sign-in per request; EMAIL and PASSWORD come from the environment.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = string.format('{"email":"%s","password":"%s"}', os.getenv("EMAIL"), os.getenv("PASSWORD"))
