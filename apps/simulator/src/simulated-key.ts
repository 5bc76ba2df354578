/** The bytes of the key by which the simulated LeagueApps knows its customer. It is public and opens nothing else. */
const simulatedKeyLines = [
  "MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDqIFbtBX+y9mRsKbtsfptMhBbfu85IfiGccTZvrE1/hDOWK2L3",
  "4cewhGo4uvN0ywrUyG+++pQB8C4jOmR2p+3pnQYYxGeMN5vhsAwjHtBNQ02FOSm9SDOCW8cwrB5HUZSznJzVZ5DvSkpW6o1slDOA",
  "dq9lx87MdeMk8Y7DKb21C1ASDWtFrE/c+KozPXKLNo/JQN01MqXQ4a7XXP+p3tJpzeTcQ0bJ/xUDWE30ddhisTxB8QO4yuQHoTkb",
  "ET3BcNm3I/YdV7V/9p0syslxn393nrrSO0W5lwHPNfPIq7HQO1/k8wIufcnUGpCdoe4KupLyFIQhCoPwar5dlN5tQiSHAgMBAAEC",
  "ggEAHC+8h1iMIS2MtYDosY0kgTe90T24/f1BaqYumY8y3VE7LK8YgSNLeTLX3vCS8tKnASsIWQOt4fXaeB9FjQt2lxNycnTiyny/",
  "ZZJeQ7Qn+8VIhet13PXeTali97chBhEKR/1o3EBVsJlPDdu7HwFQmfyv7R77BJ6EtCPovhI+Zpc1H8XtliKc8lV2/OE0bgIVlWW4",
  "Stcm8QpJg+T3scy6vHCtbNJXxnDqpbwJlu5ULJLy7f6Kh7ovn76G311YsqDChO07ITmm3iwkj0DmFzHuhKG4sFVFFUqvf73ki0mT",
  "8HgJrBRfAZhJI/Bc2In4P3rWdJzVUd/RDVCz0hcD6r10cQKBgQD1PJWBXpcE6XdsogcroTgZFFUNtKxAFih6z42Sf0MjKp4rrz79",
  "/ntVWL/KR5uH/svhWHR7M0aYu9tiDFd5qo2OXhLBrsDEnYKFzmFgK6iwnJnAqEKJallqWu0eKAnPLyB3uOrRfgL/uzu/NM3YyRy3",
  "q8052BYd0HGB2Vp7F5G6nQKBgQD0Zuw4rglRR6giCq8g+kPpY1/Iebq1JrqtgMD4AtC/waOPd2QLxVPSqKB0ATcjldOXOzP3eobY",
  "kZeNR036VxV71SY6YySpo3ml9OodJtCpIoXgE1NYGP+HaXeczvYj+WyaCbPcIsckzys8UpvcXRiBSWqYAMHylHaSR0Rhly+QcwKB",
  "gBrcGdvjilLlZ0kkrfhfXg+RJIetxDf4tVJOLUlgWvAdGNncBeA34TZF1CvJkAVjKN1znL5prU/JM4wXofUXcw2mzBMemspuHf+d",
  "zRiFb6J4ZHavdyop1cVKVDI7XGeu17WFMWLklFuCHFci53DZBiYv0PiG7FUzoVsBfWGCAVoZAoGASXkfjrKTToISQ5meqHVUMTeU",
  "tfoSbR8lg79vQ5/lDaCzARBNXVSHLI9RHU64OtRx9cbwinelTjoGq4xCHv5LER01Dtx7SxxAF+oW74iZth8QzBpDNfrd5uGH+fYl",
  "/Q6g3XYJQiaaY7B8OPhEruy1zzg4+VVQ+RI0yyjtn8EJpY0CgYA8RztqdJAq7FuTmEcTgUv9seOgyBo38OyevJfs0ldfUWaC8UnY",
  "DLxFQZyX/nWXotMyUkDUz/n5P2DDvrX95bxEG4FAzDC4ANUjG/1OnY5lEELbC2jnX9xadDRTTDsHIUeg6zx8/3oLeFniFqDNrUkD",
  "WsdY6UZmBenpt7wGLKEgrg==",
];

/** The key in the format in which LeagueApps issues one. */
export const simulatedLeagueAppsKey = [
  "-----BEGIN PRIVATE KEY-----",
  ...(simulatedKeyLines.join("").match(/.{1,64}/g) ?? []),
  "-----END PRIVATE KEY-----",
  "",
].join("\n");
