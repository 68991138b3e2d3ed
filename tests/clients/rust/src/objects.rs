use k8s_openapi::{
    api::{
        apps::v1::Deployment,
        coordination::v1::Lease,
        core::v1::{ConfigMap, Pod, Secret},
    },
    serde_json::from_value,
};
use kube::api::{
    Api, DeleteParams, ListParams, Patch, PatchParams, PostParams, Preconditions, PropagationPolicy,
};
use serde_json::{Value, json};

use crate::{
    Outcome, Place,
    plain::{plain, why},
};

fn config_map(name: &str, data: Value) -> ConfigMap {
    from_value(json!({ "metadata": { "name": name }, "data": data })).expect("a ConfigMap")
}

fn deployment(image: &str) -> Value {
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": { "name": "web" },
        "spec": {
            "replicas": 0, "paused": true, "selector": { "matchLabels": { "app": "web" } },
            "template": {
                "metadata": { "labels": { "app": "web" } },
                "spec": { "containers": [{ "name": "web", "image": image, "ports": [{ "containerPort": 80 }] }] }
            }
        }
    })
}

pub async fn live(at: Place) -> Outcome {
    let api = Api::<ConfigMap>::namespaced(at.client.clone(), &at.namespace);
    // What the server itself makes counts for pages, though the selector keeps it out.
    while api.get_opt("kube-root-ca.crt").await?.is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let made = api
        .create(
            &PostParams::default(),
            &config_map("a", json!({ "n": "1" })),
        )
        .await?;
    let mut read = api.get("a").await?;
    read.data = Some([("n".to_owned(), "2".to_owned())].into());
    let replaced = api.replace("a", &PostParams::default(), &read).await?;
    let stale = api.replace("a", &PostParams::default(), &read).await;
    let merged = api
        .patch(
            "a",
            &PatchParams::default(),
            &Patch::Merge(json!({ "data": { "m": "3" } })),
        )
        .await?;
    let dry = api
        .create(
            &PostParams {
                dry_run: true,
                ..Default::default()
            },
            &config_map("dry", json!({})),
        )
        .await?;
    let mut entry = api
        .entry("entered")
        .await?
        .or_insert(|| config_map("entered", json!({ "by": "entry" })));
    entry.commit(&PostParams::default()).await?;
    let mut pages = Vec::new();
    let mut ask = ListParams::default()
        .limit(1)
        .fields("metadata.name!=kube-root-ca.crt");
    loop {
        let page = api.list(&ask).await?;
        pages.push(
            page.items
                .iter()
                .map(|item| item.metadata.name.clone())
                .collect::<Vec<_>>(),
        );
        match page.metadata.continue_ {
            Some(token) if !token.is_empty() => ask = ask.continue_token(&token),
            _ => break,
        }
    }
    let secrets = Api::<Secret>::namespaced(at.client.clone(), &at.namespace);
    let secret =
        from_value::<Secret>(json!({ "metadata": { "name": "s" }, "stringData": { "k": "v" } }))?;
    let secret = secrets.create(&PostParams::default(), &secret).await?;
    let wrong = Preconditions {
        uid: Some("00000000-0000-4000-8000-000000000000".into()),
        resource_version: None,
    };
    let kept = api
        .delete("a", &DeleteParams::background().preconditions(wrong))
        .await;
    let deleted = api
        .delete(
            "a",
            &DeleteParams {
                propagation_policy: Some(PropagationPolicy::Background),
                ..Default::default()
            },
        )
        .await?;
    let all = api
        .delete_collection(
            &DeleteParams::default(),
            &ListParams::default().fields("metadata.name=entered"),
        )
        .await?;
    Ok(json!({
        "made": plain(&made), "replaced": plain(&replaced), "stale": why(stale), "merged": plain(&merged),
        "dry": plain(&dry), "not there": why(api.get("dry").await), "pages": pages, "secret": plain(&secret),
        "kept": kept.is_err(), "deleted": deleted.right().map(|status| plain(&status)),
        "all": all.left().map(|list| plain(&list)), "gone": api.get_opt("entered").await?.is_none(),
    }))
}

pub async fn apply(at: Place) -> Outcome {
    let api = Api::<Deployment>::namespaced(at.client.clone(), &at.namespace);
    let first = PatchParams::apply("first");
    let made = api
        .patch("web", &first, &Patch::Apply(deployment("web:1")))
        .await?;
    let again = api
        .patch("web", &first, &Patch::Apply(deployment("web:1")))
        .await?;
    let conflict = api
        .patch(
            "web",
            &PatchParams::apply("second"),
            &Patch::Apply(deployment("web:2")),
        )
        .await;
    let forced = api
        .patch(
            "web",
            &PatchParams::apply("second").force(),
            &Patch::Apply(deployment("web:2")),
        )
        .await?;
    let strategic = json!({ "spec": { "template": { "spec": { "containers": [{ "name": "side", "image": "s" }] } } } });
    let merged = api
        .patch("web", &PatchParams::default(), &Patch::Strategic(strategic))
        .await?;
    let managers: Vec<_> = forced
        .metadata
        .managed_fields
        .iter()
        .flatten()
        .filter(|entry| entry.subresource.is_none())
        .map(|entry| {
            format!(
                "{:?} {:?} {}",
                entry.manager,
                entry.operation,
                json!(entry.fields_v1)
            )
        })
        .collect();
    let strict = PatchParams {
        field_validation: Some(kube::api::ValidationDirective::Strict),
        ..PatchParams::apply("third")
    };
    let unknown =
        json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "c" }, "bogus": 1 });
    let maps = Api::<ConfigMap>::namespaced(at.client.clone(), &at.namespace);
    Ok(json!({
        "made": plain(&made.spec), "generation": again.metadata.generation, "conflict": why(conflict),
        "forced": plain(&forced.spec), "managers": managers, "merged": plain(&merged.spec),
        "strict": why(maps.patch("c", &strict, &Patch::Apply(unknown)).await),
    }))
}

pub async fn fail(at: Place) -> Outcome {
    let api = Api::<ConfigMap>::namespaced(at.client.clone(), &at.namespace);
    let nowhere = Api::<ConfigMap>::namespaced(at.client.clone(), "nowhere");
    let create = PostParams::default();
    api.create(&create, &config_map("a", json!({}))).await?;
    let held = Api::<Pod>::namespaced(at.client.clone(), &at.namespace);
    Ok(json!({
        "not found": why(api.get("nosuch").await),
        "exists": why(api.create(&create, &config_map("a", json!({}))).await),
        "bad name": why(api.create(&create, &config_map("A_B", json!({}))).await),
        "no namespace": why(nowhere.create(&create, &config_map("a", json!({}))).await),
        "bad selector": why(api.list(&ListParams::default().labels("a b")).await),
        "bad field": why(api.list(&ListParams::default().fields("bogus=1")).await),
        "no pod": why(held.delete("nosuch", &DeleteParams::default()).await),
        "bad patch": why(api.patch("a", &PatchParams::default(), &Patch::Merge(json!({ "metadata": { "name": "b" } }))).await),
        "is gone": matches!(api.get("nosuch").await, Err(kube::Error::Api(status)) if status.is_not_found()),
    }))
}

pub async fn renew(at: Place) -> Outcome {
    let api = Api::<Lease>::namespaced(at.client.clone(), &at.namespace);
    let made = from_value::<Lease>(json!({
        "metadata": { "name": "l" },
        "spec": { "holderIdentity": "me", "leaseDurationSeconds": 15, "renewTime": "2026-01-02T03:04:05.678901Z" }
    }))?;
    let made = api.create(&PostParams::default(), &made).await?;
    let taken = json!({ "apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": { "name": "l" }, "spec": { "holderIdentity": "other" } });
    let refused = api
        .patch("l", &PatchParams::apply("other"), &Patch::Apply(&taken))
        .await;
    let forced = api
        .patch(
            "l",
            &PatchParams::apply("other").force(),
            &Patch::Apply(&taken),
        )
        .await?;
    Ok(json!({
        "renewed": json!(made.spec)["renewTime"], "refused": why(refused), "holder": forced.spec.and_then(|spec| spec.holder_identity),
    }))
}
