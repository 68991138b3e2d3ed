use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use futures::StreamExt;
use k8s_openapi::{
    api::{core::v1::ConfigMap, events::v1::Event as KubeEvent},
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use kube::{
    Api, Client, CustomResource, CustomResourceExt, Resource, ResourceExt,
    api::{DeleteParams, ListParams, Patch, PatchParams, PostParams},
    runtime::{
        Controller,
        controller::Action,
        events::{Event, EventType, Recorder, Reporter},
        finalizer::{self, finalizer},
        wait::{await_condition, conditions},
        watcher,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    Outcome, Place,
    plain::{plain, why},
};

#[derive(CustomResource, Deserialize, Serialize, Clone, Debug, JsonSchema)]
#[kube(
    group = "rust.reeve.dev",
    version = "v1",
    kind = "Garden",
    namespaced,
    status = "GardenStatus",
    shortname = "gdn"
)]
pub struct GardenSpec {
    #[schemars(length(min = 1))]
    plants: Vec<String>,
    #[serde(default)]
    watered: bool,
}

#[derive(Deserialize, Serialize, Clone, Debug, Default, JsonSchema)]
pub struct GardenStatus {
    planted: usize,
}

struct Gardener {
    client: Client,
    recorder: Recorder,
    tidied: Mutex<bool>,
}

async fn reconcile(
    garden: Arc<Garden>,
    gardener: Arc<Gardener>,
) -> Result<Action, finalizer::Error<kube::Error>> {
    let namespace = garden.namespace().unwrap_or_default();
    let api = Api::<Garden>::namespaced(gardener.client.clone(), &namespace);
    finalizer(&api, "rust.reeve.dev/held", garden, |event| async {
        match event {
            finalizer::Event::Apply(garden) => plant(&garden, &gardener).await,
            finalizer::Event::Cleanup(_) => {
                *gardener.tidied.lock().expect("not poisoned") = true;
                Ok(Action::await_change())
            }
        }
    })
    .await
}

/// Keeps a ConfigMap with the plants, and says how many there are.
async fn plant(garden: &Garden, gardener: &Gardener) -> Result<Action, kube::Error> {
    let (name, namespace) = (garden.name_any(), garden.namespace().unwrap_or_default());
    let owner = garden
        .controller_owner_ref(&())
        .into_iter()
        .collect::<Vec<_>>();
    let bed = json!({
        "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name, "ownerReferences": owner },
        "data": { "plants": garden.spec.plants.join(",") }
    });
    let manager = PatchParams::apply("gardener").force();
    Api::<ConfigMap>::namespaced(gardener.client.clone(), &namespace)
        .patch(&name, &manager, &Patch::Apply(bed))
        .await?;
    let status = json!({
        "apiVersion": "rust.reeve.dev/v1", "kind": "Garden", "status": GardenStatus { planted: garden.spec.plants.len() }
    });
    Api::<Garden>::namespaced(gardener.client.clone(), &namespace)
        .patch_status(&name, &manager, &Patch::Apply(status))
        .await?;
    let told = Event {
        type_: EventType::Normal,
        reason: "Planted".into(),
        note: Some("all is planted".into()),
        action: "Planting".into(),
        secondary: None,
    };
    gardener
        .recorder
        .publish(&told, &garden.object_ref(&()))
        .await?;
    Ok(Action::requeue(Duration::from_secs(300)))
}

pub async fn control(at: Place) -> Outcome {
    let definitions = Api::<CustomResourceDefinition>::all(at.client.clone());
    definitions
        .patch(
            "gardens.rust.reeve.dev",
            &PatchParams::apply("test").force(),
            &Patch::Apply(Garden::crd()),
        )
        .await?;
    await_condition(
        definitions,
        "gardens.rust.reeve.dev",
        conditions::is_crd_established(),
    )
    .await?;
    let api = Api::<Garden>::namespaced(at.client.clone(), &at.namespace);
    let maps = Api::<ConfigMap>::namespaced(at.client.clone(), &at.namespace);
    let gardener = Arc::new(Gardener {
        client: at.client.clone(),
        recorder: Recorder::new(
            at.client.clone(),
            Reporter {
                controller: "gardener".into(),
                instance: Some("test".into()),
            },
        ),
        tidied: Mutex::new(false),
    });
    let (stop, stopped) = futures::channel::oneshot::channel::<()>();
    let running = Controller::new(api.clone(), watcher::Config::default())
        .owns(maps.clone(), watcher::Config::default())
        .graceful_shutdown_on(async { stopped.await.unwrap_or_default() })
        .run(
            reconcile,
            |_, _, _| Action::requeue(Duration::from_millis(200)),
            gardener.clone(),
        )
        .for_each(|_| async {});
    let running = tokio::spawn(running);
    let result = use_garden(&at, &api, &maps).await;
    let _ = stop.send(());
    running.await?;
    let mut result = result?;
    result["tidied"] = json!(*gardener.tidied.lock().expect("not poisoned"));
    Ok(result)
}

async fn use_garden(at: &Place, api: &Api<Garden>, maps: &Api<ConfigMap>) -> Outcome {
    let create = PostParams::default();
    let spec = |plants: &[&str]| GardenSpec {
        plants: plants.iter().map(|&plant| plant.into()).collect(),
        watered: false,
    };
    let empty = why(api.create(&create, &Garden::new("empty", spec(&[]))).await);
    api.create(&create, &Garden::new("home", spec(&["rose"])))
        .await?;
    let first = settled(api, maps, "rose", 1).await?;
    api.patch(
        "home",
        &PatchParams::default(),
        &Patch::Merge(json!({ "spec": { "plants": ["rose", "oak"] } })),
    )
    .await?;
    settled(api, maps, "rose,oak", 2).await?;
    // What is owned comes back.
    maps.delete("home", &DeleteParams::default()).await?;
    settled(api, maps, "rose,oak", 2).await?;
    api.delete("home", &DeleteParams::background()).await?;
    for _ in 0..500 {
        if api.get_opt("home").await?.is_none() {
            let events = Api::<KubeEvent>::namespaced(at.client.clone(), &at.namespace);
            let told = events.list(&ListParams::default()).await?;
            let reasons: std::collections::BTreeSet<_> = told
                .iter()
                .map(|event| (event.reason.clone(), event.note.clone()))
                .collect();
            return Ok(json!({ "empty": empty, "first": first, "events": reasons }));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Err(format!("not gone: {}", plain(&api.get("home").await?)).into())
}

async fn settled(api: &Api<Garden>, maps: &Api<ConfigMap>, plants: &str, count: usize) -> Outcome {
    let mut last = Value::Null;
    for _ in 0..500 {
        if let (Some(garden), Some(bed)) = (api.get_opt("home").await?, maps.get_opt("home").await?)
        {
            last = json!([plain(&garden), plain(&bed)]);
            let planted = garden.status.map_or(0, |status| status.planted);
            if bed
                .data
                .unwrap_or_default()
                .get("plants")
                .is_some_and(|found| found == plants)
                && planted == count
            {
                return Ok(last);
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Err(format!("waited for {plants}, found {last}").into())
}
