//! A client of the Kubernetes API as Rust programs are. It takes a kubeconfig and the names of steps, does them in
//! order, and says what came of each as one line of JSON, without uids, times and versions.

mod controller;
mod discovery;
mod objects;
mod plain;
mod watching;

use std::time::Duration;

use k8s_openapi::api::core::v1::Namespace;
use kube::{
    Client, Config,
    api::{Api, PostParams},
    config::{KubeConfigOptions, Kubeconfig},
};
use serde_json::{Value, json};

pub type Outcome = Result<Value, Box<dyn std::error::Error + Send + Sync>>;

/// Where a step works: a client, and a namespace that is its own.
#[derive(Clone)]
pub struct Place {
    pub client: Client,
    pub namespace: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut failed = false;
    for name in &args[2..] {
        let limit = Duration::from_secs(60);
        let outcome = match tokio::time::timeout(limit, run(name, &args[1])).await {
            Ok(outcome) => outcome,
            Err(_) => Err("took more than a minute".into()),
        };
        let line = match outcome {
            Ok(result) => json!({ "step": name, "result": result }),
            Err(error) => {
                failed = true;
                json!({ "step": name, "result": null, "error": format!("{error:?}") })
            }
        };
        println!("{line}");
    }
    std::process::exit(i32::from(failed));
}

async fn run(name: &str, kubeconfig: &str) -> Outcome {
    let place = place(kubeconfig, &format!("rust-{name}")).await?;
    match name {
        "discovery" => discovery::discover(place).await,
        "objects" => objects::live(place).await,
        "apply" => objects::apply(place).await,
        "errors" => objects::fail(place).await,
        "leases" => objects::renew(place).await,
        "watching" => watching::watch(place).await,
        "streaming" => watching::stream(place).await,
        "reflector" => watching::reflect(place).await,
        "metadata" => watching::watch_metadata(place).await,
        "controller" => controller::control(place).await,
        _ => Err(format!("no step {name}").into()),
    }
}

async fn place(
    kubeconfig: &str,
    namespace: &str,
) -> Result<Place, Box<dyn std::error::Error + Send + Sync>> {
    let read = Kubeconfig::read_from(kubeconfig)?;
    let config = Config::from_custom_kubeconfig(read, &KubeConfigOptions::default()).await?;
    let client = Client::try_from(config)?;
    let made = serde_json::from_value::<Namespace>(json!({ "metadata": { "name": namespace } }))?;
    Api::<Namespace>::all(client.clone())
        .create(&PostParams::default(), &made)
        .await?;
    Ok(Place {
        client,
        namespace: namespace.to_owned(),
    })
}
